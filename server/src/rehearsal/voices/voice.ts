import type { Manner } from "../plan/words.ts";

/** The choices that concern a plan as a whole. */
export type Choice = "order" | "scope" | "proof";

/** The topics on which a proposal takes a position: four about the plan as a whole, and one for each manner of point. */
export type Topic = Choice | "reserve" | Manner;

/** The objection to a claim of the others, and the correction that would meet it. */
export type Objection = { wrong: string; mend: string };

/**
 * Everything that one temperament says in proposals and reviews. `“”` is replaced by a quotation from the request, and `#`
 * by the percentage of the reserve. The sentences must be true for every quotation, so they say what is done with the
 * words of the request, not what the words mean.
 */
export type Voice = {
  claims: Record<Topic, string>;
  /** About what is given or still open, no temperament objects to the others. */
  objections: Record<Exclude<Topic, "given" | "open">, Objection>;
  /** `rejected` is the alternative to `way`. */
  choices: Record<Choice, { way: string; because: string; rejected: string }>;
  business: { problem: string; also: string };
  features: { objective: string; story: string; build: string };
  metrics: { star: string; leading: string; lagging: string; guard: string };
  question: { asks: string; decides: string; otherwise: string };
  /** The words of a review. `needs` begins a row of the dependency map. */
  review: {
    complete: string;
    bound: string;
    test: string;
    met: string;
    late: string;
    needs: readonly [string, string, string];
  };
};
