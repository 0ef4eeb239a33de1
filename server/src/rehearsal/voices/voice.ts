import type { PointKind } from "../brief/classify.ts";

/** The choices that concern a plan as a whole. */
export type Choice = "order" | "scope" | "proof";

/**
 * A temperament's position on a topic (`claim`), its objection to the positions of the two others (`wrong`), and the
 * correction it asks them for (`mend`).
 */
export type Position = { claim: string; wrong: string; mend: string };

/** The kinds of points that a proposal makes a claim about. */
export type Committed = Exclude<PointKind, "block" | "context">;

/** How a plan handles a point: the requirement, its acceptance, the sign of failure, and the response to a failure. */
export type Handling = { must: string; met: string; sign: string; response: string };

/** One kind of work: what to check first, the steps, and when it is done. `“”` stands for the words of the request. */
export type Work = { check: string; steps: readonly string[]; done: string };

export type WorkKind = "ask" | "check" | "make" | "deliver";

/**
 * Everything that one temperament says. `“”` stands for a quotation from the request, and `#` for the percentage of the
 * reserve. The sentences must be true for every quotation, so they say what the plan does, not what the request means.
 */
export type Voice = {
  choices: Record<Choice, Position & { way: string; because: string }>;
  reserve: Position & { turn: string };
  kinds: Record<Exclude<Committed, "figure">, Position & Handling> & Record<"block" | "context", Handling>;
  work: Record<WorkKind, Work>;
  business: { problem: string; why: string; worth: string; also: string; sign: string };
  features: { objective: string; story: string; accepted: string; conditions: string; condition: string; rest: string };
  approach: { build: string; limit: string; date: string; fixed: string; exit: string };
  metrics: { star: string; leading: string; lagging: string; guard: string };
  review: { keep: string; missing: string; time: string; money: string; people: string; skills: string };
  registers: { sign: string; test: string; met: string; late: string; confirm: string };
  parts: readonly { title: string; kinds: readonly PointKind[]; passes: string }[];
  plan: { phases: readonly [string, string, string]; words: string; passes: string; closes: string };
  recommendation: { reason: string; betterWhen: string };
};
