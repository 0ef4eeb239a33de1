/**
 * Every kind of file in a project's tree. `constructPath` turns a file into its path, and `deconstructPath` does the
 * reverse.
 */
export type StoredFile =
  | { kind: "brief"; name: string }
  | { kind: "plan" }
  | { kind: "readme" }
  | { kind: "settings" }
  | { kind: "resource"; name: string }
  | { kind: "board"; column: BoardColumn; position: number; name: string }
  | ({ kind: "seed_prompt" } & InStage)
  | ({ kind: "feedback" } & InStage)
  /** Intermediate documents are in `_work`, where readers do not need to look. */
  | { kind: "document"; of: ContributionName; intermediate: boolean }
  | { kind: "chunk"; of: ContributionName; chunk: number }
  /** A text that an edit replaced; the newest text is at the document's own path. */
  | { kind: "version"; of: ContributionName; version: number }
  /** `chunk` is null for a document of one chunk. */
  | { kind: "raw"; of: ContributionName; chunk: number | null }
  | { kind: "prompt"; of: ContributionName; chunk: number | null }
  | { kind: "artifact"; of: ContributionName; artifact: string };

export const boardColumns = ["Pending", "Current", "Complete"] as const;
export type BoardColumn = (typeof boardColumns)[number];

/** `session` is the session's short id; `position` is the position of the stage in the session's process, starting at 1. */
export type InStage = { session: string; iteration: number; position: number; stage: string };

/** Names the text of one work order by its model, its subject, its type and a counter that starts at 1. */
export type ContributionName = InStage & { model: string; subject: Subject; n: number; type: string };

export type Subject =
  | { relation: "alone" }
  | { relation: "critiquing"; model: string }
  | { relation: "from"; models: readonly string[] }
  | { relation: "reducing"; shortId: string }
  /** A combined text, named by the type of its sources and by its work order (null in older paths). */
  | { relation: "combining"; type: string; work: string | null };
