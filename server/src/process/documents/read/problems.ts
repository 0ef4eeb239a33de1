import type { PlanFault, ScoreGaps, WorkFault } from "@dialectic/contract";

/** Something that is wrong with an answer: a code, its data, a quotation of what was found and the shape that was expected. */
export type Problem = ProblemData & {
  /** The key and the title of the artifact it is about. */
  artifact: string;
  title: string;
  /** What stands there, shortened; empty where nothing does. */
  found: string;
  /** How it should read; empty where any text would do. */
  shape: string;
};

export type ProblemData =
  /** A required artifact is not there. */
  | { code: "artifact_missing" }
  /** A required artifact has a heading and no text. */
  | { code: "artifact_incomplete" }
  /** An artifact has a text, and none of the entries it should have can be read from it. */
  | { code: "artifact_unreadable" }
  /** Claims that were to be judged and have no verdict, or one that is none of the four. */
  | { code: "verdicts_missing"; claims: number[]; unreadable: { claim: number; cell: string }[] }
  | ({ code: "scores_incomplete" } & ScoreGaps)
  | { code: "plan_faults"; faults: PlanFault[] }
  /** Work that depends on work which is not there or on itself, and work without steps. */
  | { code: "work_faults"; faults: WorkFault[] };
