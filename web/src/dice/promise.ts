// The promise of a table's dice as this browser first saw it: kept here, so that it can be compared at the end.
import { dicePage } from "../api";

export interface Kept {
  commitment: string;
  /** When, as the browser's clock said. */
  at: string;
}

const key = (table: string): string => `balka.promise.${table}`;

export function keptPromise(table: string): Kept | null {
  try {
    return JSON.parse(localStorage.getItem(key(table)) ?? "null") as Kept | null;
  } catch {
    return null;
  }
}

/** Remembers the promise the first time a table is seen. */
export function keepPromise(table: string): void {
  if (keptPromise(table)) return;
  dicePage(table).then(
    ({ commitment, secret }) => {
      if (!commitment || secret) return;
      try {
        localStorage.setItem(key(table), JSON.stringify({ commitment, at: new Date().toISOString() }));
      } catch {
        /* a browser without a store cannot compare */
      }
    },
    () => undefined,
  );
}
