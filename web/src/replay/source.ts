// Where a replay comes from: a table, a shared link, or a file. All give the same.
import * as api from "../api";
import { typeset } from "../typeset";
import type { ReplayInfo, Scene, Value } from "../wire";
import type { Answers } from "../table/viewer";
import { say } from "../texts/say";

export interface Source {
  /** What is shown again in the address; empty for a file. */
  place: string;
  load(view: string): Promise<ReplayInfo>;
  scene(view: string, step: number): Promise<Scene>;
  /** The figures of a counter as they were at a step; a file does not know them. */
  values?(view: string, step: number, unit: string): Promise<Value[]>;
}

export function ofTable(id: string): Source {
  const place = `/api/tables/${encodeURIComponent(id)}/replay`;
  const query = (view: string): string => (view ? `?view=${encodeURIComponent(view)}` : "");
  return {
    place: `/replay/${id}`,
    load: (view) => api.call<ReplayInfo>(place + query(view)).then(typeset),
    scene: (view, step) => api.call<Scene>(`${place}/${step}${query(view)}`).then(typeset),
    values: (view, step, unit) => api.call<Value[]>(`${place}/${step}/values/${encodeURIComponent(unit)}${query(view)}`).then(typeset),
  };
}

export function ofLink(token: string): Source {
  const place = `/api/shares/${encodeURIComponent(token)}`;
  return {
    place: `/shared/${token}`,
    load: () => api.call<ReplayInfo>(place).then(typeset),
    scene: (_, step) => api.call<Scene>(`${place}/${step}`).then(typeset),
    values: (_, step, unit) => api.call<Value[]>(`${place}/${step}/values/${encodeURIComponent(unit)}`).then(typeset),
  };
}

export function ofFile(scene: Scene): Source {
  const { title, game, board, scenario, seat, players, outcome } = scene;
  const replay: ReplayInfo = {
    title, game, board, scenario, players, view: seat, lines: [0], turns: [0], log: [], outcome: outcome ?? null,
    views: [], yours: [], table: "", over: false, play_on: false, whole: false, judged: false,
  };
  return { place: "", load: () => Promise.resolve(replay), scene: () => Promise.resolve(scene) };
}

/** What can be asked about the past: nothing can be chosen any more, but the figures of a counter are told as they were. */
export function pastAnswers(source: Source, scene: () => Scene | null): Answers {
  const refuse = (): Promise<never> => Promise.reject(new api.Refused({ error: say("replay.noChoice") }, 0));
  return {
    ready: !!source.values,
    values: (unit) => {
      const now = scene();
      return source.values && now ? source.values(now.seat, now.version, unit) : refuse();
    },
    why: refuse,
  };
}
