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

/**
 * Everything that one temperament says. `“”` stands for a quotation from the request, and `#` for the percentage of the
 * reserve. The sentences must be true for every quotation, so they say what the plan does, not what the request means.
 */
export type Voice = {
  choices: Record<Choice, Position & { way: string; because: string }>;
  reserve: Position;
  kinds: Record<Exclude<Committed, "figure">, Position>;
  business: { problem: string; why: string; worth: string; also: string; sign: string };
  features: { objective: string; story: string; accepted: string; conditions: string; condition: string; rest: string };
  approach: { build: string; limit: string; date: string };
  metrics: { star: string; leading: string; lagging: string; guard: string };
  review: { keep: string; missing: string; time: string; money: string; people: string; skills: string };
  registers: { sign: string; test: string; met: string; late: string; confirm: string };
};
