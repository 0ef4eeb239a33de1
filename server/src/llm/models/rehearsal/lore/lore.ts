import type { TemperamentName } from "../temperament.ts";

/** When in a plan a matter has its turn: 1 agree, 2 prepare, 3 make, 4 prove, 5 run and close. */
export type Phase = 1 | 2 | 3 | 4 | 5;

/**
 * What a practitioner knows about one matter, whatever the brief. The brief decides which matters come up; lore gives
 * them substance. Texts may hold slots: `{short}` the thing planned, `{n|…}` the brief's figure for this matter,
 * `{more|…}` that figure as this temperament plans for it, `{owner}`, `{money|…}`, `{reserve|…}`, `{date|…}`, `{place|…}`.
 */
export type Lore = {
  key: string;
  /** With its article, as it stands in the middle of a sentence. */
  name: string;
  /** Words of a brief that raise this matter. */
  words: RegExp;
  /** Units in which the brief would give a figure for it, when that is not already one of the words. */
  units?: RegExp;
  phase: Phase;
  /** The tag of the work it makes. */
  kind: string;
  /** How much each temperament cares, 0–3. */
  pull: Record<TemperamentName, number>;
  /** Who feels it when it goes wrong; completes “as …”. */
  who: string;
  /** What is true when it is done well; a clause. */
  aim: string;
  /** Three honest ways of doing it; imperative phrases. */
  ways: Record<TemperamentName, string>;
  /** Clauses, clauses, an imperative. */
  risk: string;
  sign: string;
  response: string;
  /** What it needs, from whom, and what follows when that is late. */
  need: { what: string; from: string; late: string };
  /** Something one can count or time; a noun phrase. */
  measure: string;
  /** How one sees that it is done; a clause. */
  check: string;
  /** Imperatives, in order. */
  steps: readonly [string, string, string];
  ask: { question: string; decides: string; otherwise: string; unless?: RegExp };
  /** A bound on how well it must work; a clause with “must”. */
  limit: string;
};
