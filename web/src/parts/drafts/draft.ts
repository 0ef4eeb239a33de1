/** What a draft is for. The ids are enough to find the field, and to send the text from another page. */
export type DraftSubject =
  | { kind: "brief" }
  /** A message in a conversation, or the first message of a new conversation about a project. */
  | { kind: "message"; conversationId: string | null; projectId: string | null }
  /** The answer to a question that asks for a key of a project's facts. */
  | { kind: "key-answer"; projectId: string; key: string }
  /** Another value of a fact, set by hand. */
  | { kind: "fact-value"; factId: string }
  /** The key or the name for a statement that has no key yet. */
  | { kind: "statement-key"; noteId: string; part: "key" | "label" }
  /** The name of an item, the text of a line, a value set by hand, or the name of a new catalogue entry. */
  | { kind: "new-item"; projectId: string }
  | { kind: "item-name"; itemId: string }
  | { kind: "item-line"; itemId: string }
  | { kind: "item-value"; itemId: string; key: string }
  | { kind: "catalogue-name"; lineId: string }
  | { kind: "new-entry" }
  /** The fields of an entry of the catalogue, as JSON. */
  | { kind: "entry"; catalogueId: string }
  | { kind: "answer"; sessionId: string; iteration: number; stage: string; number: number }
  /** `documentId` is null for feedback on the stage as a whole. */
  | { kind: "feedback"; sessionId: string; iteration: number; stage: string; documentId: string | null }
  | { kind: "edit"; sessionId: string; iteration: number; stage: string; documentId: string };

/** True for drafts that belong to a session. When a stage is submitted, these are saved, or the user is asked about them. */
export const isOfSession = (subject: DraftSubject): subject is Extract<DraftSubject, { sessionId: string }> =>
  "sessionId" in subject;

/** A text that was typed but not yet saved on the server. */
export type Draft = {
  subject: DraftSubject;
  text: string;
  /** Changes with the text, so that a request can be matched to its draft. */
  id: string;
  /** Milliseconds since 1970. */
  typedAt: number;
  /** The text that was saved when the draft was begun. If the saved text is different now, it was changed elsewhere. */
  replaces?: string;
  /** For an edit, the version of the document that is being edited. */
  baseVersion?: number;
  /** For a brief that was read from a file, the name of the file. */
  fileName?: string;
};

export const keyPrefix = "draft/";

/** The key under which a draft is stored: one key per field. */
export function draftKey(subject: DraftSubject): string {
  if (subject.kind === "brief" || subject.kind === "new-entry") return `${keyPrefix}${subject.kind}`;
  if (subject.kind === "message") {
    return `${keyPrefix}message/${subject.conversationId ?? `new/${subject.projectId ?? "none"}`}`;
  }
  if (subject.kind === "key-answer") return `${keyPrefix}key-answer/${subject.projectId}/${subject.key}`;
  if (subject.kind === "fact-value") return `${keyPrefix}fact-value/${subject.factId}`;
  if (subject.kind === "statement-key") return `${keyPrefix}statement-key/${subject.noteId}/${subject.part}`;
  if (subject.kind === "new-item") return `${keyPrefix}new-item/${subject.projectId}`;
  if (subject.kind === "item-name" || subject.kind === "item-line")
    return `${keyPrefix}${subject.kind}/${subject.itemId}`;
  if (subject.kind === "item-value") return `${keyPrefix}item-value/${subject.itemId}/${subject.key}`;
  if (subject.kind === "catalogue-name") return `${keyPrefix}catalogue-name/${subject.lineId}`;
  if (subject.kind === "entry") return `${keyPrefix}entry/${subject.catalogueId}`;
  const { kind, sessionId, iteration, stage } = subject;
  const place = `${keyPrefix}${kind}/${sessionId}/${iteration}/${stage}`;
  return `${place}/${kind === "answer" ? subject.number : (subject.documentId ?? "stage")}`;
}

/**
 * Parses a stored draft. Returns null if the text is not a draft, for example because another version of this app wrote
 * it.
 */
export function parseDraft(raw: string): Draft | null {
  try {
    const draft: Partial<Draft> | null = JSON.parse(raw);
    const isDraft =
      typeof draft?.text === "string" &&
      typeof draft.id === "string" &&
      typeof draft.typedAt === "number" &&
      typeof draft.subject?.kind === "string";
    return isDraft ? (draft as Draft) : null;
  } catch {
    return null;
  }
}
