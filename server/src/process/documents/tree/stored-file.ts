/** Every kind of file a project's tree can hold. `constructPath` gives each its one place, `deconstructPath` reads it back. */
export type StoredFile =
  | { kind: "brief"; name: string }
  | { kind: "readme" }
  | { kind: "settings" }
  | { kind: "resource"; name: string }
  | { kind: "board"; column: BoardColumn; position: number; name: string }
  | ({ kind: "seed_prompt" } & InStage)
  | ({ kind: "feedback" } & InStage)
  /** Intermediate documents stand in `_work`, where no reader has to look. */
  | { kind: "document"; of: ContributionName; intermediate: boolean }
  | { kind: "chunk"; of: ContributionName; chunk: number }
  /** A text that an edit took the place of; the newest stands where the document stands. */
  | { kind: "version"; of: ContributionName; version: number }
  /** `chunk` is null for a document that was written in one go. */
  | { kind: "raw"; of: ContributionName; chunk: number | null }
  | { kind: "prompt"; of: ContributionName; chunk: number | null }
  | { kind: "artifact"; of: ContributionName; artifact: string };

export const boardColumns = ["Pending", "Current", "Complete"] as const;
export type BoardColumn = (typeof boardColumns)[number];

/** `session` is the session's short id; `position` is the stage's place in the session's process, from 1. */
export type InStage = { session: string; iteration: number; position: number; stage: string };

/** What one work order wrote: named by its model, by what it is about, by its type and by a counter from 1. */
export type ContributionName = InStage & { model: string; subject: Subject; n: number; type: string };

export type Subject =
  | { relation: "alone" }
  | { relation: "critiquing"; model: string }
  | { relation: "from"; models: readonly string[] }
  | { relation: "reducing"; shortId: string }
  /** A combined text, by the type of what it combines and by the work it is, which older ones do not say. */
  | { relation: "combining"; type: string; work: string | null };
