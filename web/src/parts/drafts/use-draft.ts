import { useEffect, useMemo, useSyncExternalStore } from "react";
import { type Draft, type DraftSubject, draftKey, isOfSession } from "./draft.ts";
import { drafts } from "./drafts.ts";

type Saved = {
  /** The text on the server; undefined while it is being loaded. */
  text: string | undefined;
  /** The version, if the text is that of a document. */
  version?: number;
};

/** A text field whose content survives a reload. What is typed is a draft until the server has saved it. */
export function useDraft(subject: DraftSubject, saved: Saved) {
  const key = draftKey(subject);
  const found = useSyncExternalStore(drafts.subscribe, () => drafts.read(subject));
  const isSaved = found !== null && found.text === saved.text;

  // The draft may have been saved by another tab, or by a request whose answer was lost.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the subject.
  useEffect(() => {
    if (isSaved) drafts.remove(subject);
  }, [isSaved, key]);

  const draft = isSaved ? null : found;
  return {
    subject,
    draft,
    text: draft?.text ?? saved.text ?? "",
    /** The text that was saved elsewhere since this draft was begun; undefined if none was. */
    savedElsewhere: draft && isOlder(draft, saved) ? saved.text : undefined,
    type(text: string): void {
      if (text === saved.text) {
        drafts.remove(subject);
        return;
      }
      // If a draft is begun before the saved text is loaded, the draft is based on an empty text.
      const { replaces = saved.text ?? "", baseVersion = saved.version } = draft ?? {};
      drafts.write({ subject, text, ...(baseVersion === undefined ? { replaces } : { baseVersion }) });
    },
    discard: (): void => drafts.discard(subject),
    restore: (): void => drafts.restore(subject),
  };
}

export type DraftField = ReturnType<typeof useDraft>;

function isOlder(draft: Draft, saved: Saved): boolean {
  if (saved.text === undefined) return false;
  if (draft.baseVersion !== undefined) return draft.baseVersion !== saved.version;
  return draft.replaces !== undefined && draft.replaces !== saved.text;
}

/** The unsaved drafts of a session, oldest first. */
export function useSessionDrafts(sessionId: string): Draft[] {
  const revision = useSyncExternalStore(drafts.subscribe, drafts.revision);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list may change with the revision.
  return useMemo(
    () =>
      drafts
        .list()
        .filter(({ subject }) => isOfSession(subject) && subject.sessionId === sessionId)
        .sort((a, b) => a.typedAt - b.typedAt),
    [sessionId, revision],
  );
}
