import type { PlanFault, ScoreGaps, WorkFault } from "@dialectic/contract";
import type { Unread } from "./formats/formats.ts";
import type { Positions } from "./formats/verdicts.ts";

/** A problem in an answer: a code with its data, what was found, and the format that was expected. */
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
  /** Claims that should have been judged but have no verdict, an invalid one or several different ones. */
  | ({ code: "verdicts_missing"; claims: number[] } & Pick<Positions, "unreadable" | "contradicted">)
  | ({ code: "scores_incomplete" } & ScoreGaps)
  | { code: "plan_faults"; faults: PlanFault[] }
  /** There are more entries than allowed: only the first `read` of `count` are used. */
  | ({ code: "entries_unread" } & Unread)
  /** Work that depends on missing work or on itself, and work without steps. */
  | { code: "work_faults"; faults: WorkFault[] };
