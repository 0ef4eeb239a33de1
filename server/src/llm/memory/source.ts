import type { DocumentId, MemoryKind, ProjectId, SessionId } from "@dialectic/contract";

/** Where a text belongs. What is left out, it does not belong to: a search within that does not find it. */
export type Belonging = {
  projectId?: ProjectId | undefined;
  sessionId?: SessionId | undefined;
  documentId?: DocumentId | undefined;
  conversationId?: string | undefined;
};

/** What a search is limited to; everything left out is no limit. `since` is included, `until` is not. */
export type Scope = Belonging & {
  source?: string | undefined;
  kinds?: readonly MemoryKind[] | undefined;
  since?: Date | undefined;
  until?: Date | undefined;
};

/** A passage as it is stored, with its words as the database's splitter gets them. */
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
