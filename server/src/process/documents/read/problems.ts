import type { PlanFault, ScoreGaps, WorkFault } from "@dialectic/contract";

/** A problem of an answer: a code, its data, a quotation of what was found and the expected format. */
export type Problem = ProblemData & {
  /** The key and the title of the artifact that has the problem. */
  artifact: string;
  title: string;
  /** The text that was found, shortened; empty if nothing was found. */
  found: string;
  /** The expected format; empty if any text is accepted. */
  shape: string;
};

export type ProblemData =
  /** A required artifact is missing. */
  | { code: "artifact_missing" }
  /** A required artifact has a heading but no text. */
  | { code: "artifact_incomplete" }
  /** An artifact has text, but none of its expected entries can be parsed. */
  | { code: "artifact_unreadable" }
  /** Claims that should have been judged but have no verdict or an invalid one. */
  | { code: "verdicts_missing"; claims: number[]; unreadable: { claim: number; cell: string }[] }
  | ({ code: "scores_incomplete" } & ScoreGaps)
  | { code: "plan_faults"; faults: PlanFault[] }
  /** Work that depends on missing work or on itself, and work without steps. */
  | { code: "work_faults"; faults: WorkFault[] };
