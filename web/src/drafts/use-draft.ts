import { useEffect, useMemo, useSyncExternalStore } from "react";
import { type Draft, type DraftSubject, draftKey } from "./draft.ts";
import { drafts } from "./drafts.ts";

type Saved = {
  /** As the server has it; undefined until it has said. */
  text: string | undefined;
  /** Of a document: which version that is. */
  version?: number;
};

/** A text field whose words outlive the page: what is typed is a draft until the server has saved it. */
export function useDraft(subject: DraftSubject, saved: Saved) {
  const key = draftKey(subject);
  const found = useSyncExternalStore(drafts.subscribe, () => drafts.read(subject));
  const isSaved = found !== null && found.text === saved.text;

  // Saved by another tab, or by a request whose answer was lost on the way.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the subject.
  useEffect(() => {
    if (isSaved) drafts.remove(subject);
  }, [isSaved, key]);

  const draft = isSaved ? null : found;
  return {
    subject,
    draft,
    text: draft?.text ?? saved.text ?? "",
    /** What was saved elsewhere after this draft began; undefined: nothing was. */
    savedElsewhere: draft && isOlder(draft, saved) ? saved.text : undefined,
    type(text: string): void {
      if (text === saved.text) {
        drafts.remove(subject);
        return;
      }
      // What is typed before the saved text has arrived replaces a text that nobody has seen.
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

/** What is typed in a session and not saved, in the order of its stages and fields. */
export function useSessionDrafts(sessionId: string): Draft[] {
  const revision = useSyncExternalStore(drafts.subscribe, drafts.revision);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the revision says that the list may be another one.
  return useMemo(
    () =>
      drafts
        .list()
        .filter(({ subject }) => subject.kind !== "brief" && subject.sessionId === sessionId)
        .sort((a, b) => a.typedAt - b.typedAt),
    [sessionId, revision],
  );
}
