// What a person likes at his own screen; kept by the browser.
import { preferred, speak, type Language } from "./texts/say";

export interface Settings {
  theme: "auto" | "light" | "dark";
  /** How fast other people's steps are shown: 0 is at once. */
  speed: 0 | 0.5 | 1 | 2;
  sound: boolean;
  /** Ask before a step that perhaps cannot be taken back. */
  askMaybe: boolean;
  /** Whether the coach may be asked. */
  hints: boolean;
  /** Numbers of hexes: in the tactical games and lessons, where nothing else is chosen. */
  labels: boolean | "auto";
  language: "auto" | Language;
}

const KEY = "balka.settings";
const DEFAULTS: Settings = { theme: "auto", speed: 1, sound: true, askMaybe: false, hints: true, labels: "auto", language: "auto" };

function load(): Settings {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>) };
  } catch {
    return { ...DEFAULTS };
  }
}

export const settings: Settings = load();
const listeners = new Set<() => void>();
const darkRoom = matchMedia("(prefers-color-scheme: dark)");
const stillness = matchMedia("(prefers-reduced-motion: reduce)");

export const onSettings = (hear: () => void): void => void listeners.add(hear);
export const themeNow = (): "light" | "dark" =>
  settings.theme === "auto" ? (darkRoom.matches ? "dark" : "light") : settings.theme;
/** Seconds are divided by this; 0 means no motion at all. */
export const motionSpeed = (): number => (stillness.matches ? 0 : settings.speed);

/** The language chosen here, else the one the browser asks for. */
export const languageNow = (): Language => (settings.language === "auto" ? preferred(navigator.languages) : settings.language);

function speakNow(): void {
  speak(languageNow());
  document.documentElement.lang = languageNow();
}
speakNow();

function apply(): void {
  document.documentElement.dataset.theme = themeNow();
  speakNow();
  for (const hear of listeners) hear();
}

export function change(some: Partial<Settings>): void {
  Object.assign(settings, some);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    /* a browser without a store forgets, and that is all */
  }
  apply();
}

darkRoom.addEventListener("change", apply);
// What is changed in one tab holds in all of them.
addEventListener("storage", ({ key }) => {
  if (key !== KEY && key !== null) return;
  Object.assign(settings, load());
  apply();
});
