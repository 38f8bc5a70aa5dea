// Marches as one reads them: a way that is told piece by piece, because somebody could have fired at each, is one march.
import type { LogLine } from "../wire";

export interface Told {
  line: LogLine;
  n: number;
}
export interface Joined extends Told {
  /** The hexes at which earlier pieces of the march ended. */
  via: string[];
}

const goes = (line: LogLine): boolean => line.deed?.kind === "march" && !!line.deed.way?.length;
const whoGoes = (line: LogLine): string => `${line.deed?.side} ${line.deed?.units?.join(" ") ?? ""}`;
const endOf = (line: LogLine): string => line.deed!.way!.at(-1)!;

/** Whether a march begins where an earlier one of the same units ended. */
export const goesOn = (line: LogLine, before: LogLine): boolean =>
  !!line.deed!.units?.length && line.deed!.way!.length > 1 && whoGoes(line) === whoGoes(before) && line.deed!.way![0] === endOf(before);

/** Lines with marches that go on told once, as the last of their pieces; what is only seen on the way does not part them. */
export function joined(lines: Told[]): Joined[] {
  const out: Joined[] = [];
  let last: Joined | null = null;
  for (const { line, n } of lines) {
    const now: Joined = { line, n, via: [] };
    if (goes(line)) {
      if (last && goesOn(line, last.line)) {
        now.via = [...last.via, endOf(last.line)];
        out.splice(out.indexOf(last), 1);
      }
      last = now;
    } else if (!line.aside && !line.quiet) last = null;
    out.push(now);
  }
  return out;
}
