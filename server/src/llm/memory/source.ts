import type { DocumentId, MemoryKind, ProjectId, SessionId } from "@dialectic/contract";

/**
 * The project, session, document or conversation that a text belongs to. A search that is limited to a different project,
 * session, document or conversation does not find the text.
 */
export type Belonging = {
  projectId?: ProjectId | undefined;
  sessionId?: SessionId | undefined;
  documentId?: DocumentId | undefined;
  conversationId?: string | undefined;
};

/** Limits of a search; omitted fields do not limit it. `since` is inclusive, `until` exclusive. */
export type Scope = Belonging & {
  source?: string | undefined;
  kinds?: readonly MemoryKind[] | undefined;
  since?: Date | undefined;
  until?: Date | undefined;
};

/** A passage as it is stored, with its words prepared for the database's splitter. */
export type NewPassage = {
  ref: string | null;
  refHash: string | null;
  at: string | null;
  start: number;
  end: number;
  context: string;
  body: string;
  contentHash: string;
  lexical: string;
};
