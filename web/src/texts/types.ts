// What a text of the catalogue is: English and Polish side by side, so that neither can be missing.

/** A text with {slots}, or the forms it takes by number: one and other in English; one, few and many in Polish. */
export type Form = string | readonly string[];
export type Pair = readonly [english: Form, polish: Form];

type Within<S> = S extends `${string}{${infer Slot}}${infer Rest}` ? Slot | Within<Rest> : never;
/** The slots of a text; one that counts has a slot n. */
export type Slots<F> = F extends string ? Within<F> : F extends readonly (infer S)[] ? Within<S> | "n" : never;

export type Texts = Record<string, Pair>;
