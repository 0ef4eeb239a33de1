import { type Draft, type DraftSubject, draftKey, keyPrefix, parseDraft } from "./draft.ts";

type DraftStoreOptions = {
  /** Null if the browser has no storage. */
  storage: Storage | null;
  now: () => number;
  newId: () => string;
  /**
   * The maximum number of drafts, and the maximum number of characters in all of them. The oldest drafts are removed to make
   * room.
   */
  limits?: { drafts: number; characters: number };
};

/** Browsers let a page store about five million characters. */
const usualLimits = { drafts: 200, characters: 4_000_000 };

/**
 * The drafts of this browser. Every change is written to `localStorage` immediately, so that all tabs see it. A draft that
 * the browser cannot store stays in memory, and `isOnlyHere` is true for it.
 */
export function createDraftStore({ storage, now, newId, limits = usualLimits }: DraftStoreOptions) {
  const listeners = new Set<() => void>();
  /** Drafts that could not be stored. */
  const onlyHere = new Map<string, Draft>();
  /** Drafts that were discarded in this tab. Each is kept until something else is typed in its field. */
  const discarded = new Map<string, Draft>();
  /** Each stored text is parsed only once, so that readers get the same object until it changes. */
  const parsed = new Map<string, { raw: string; draft: Draft | null }>();
  let removedForRoom = 0;
  let revision = 0;

  const changed = (): void => {
    revision += 1;
    for (const listener of listeners) listener();
  };

  const stored = (key: string): Draft | null => {
    const raw = storage?.getItem(key) ?? null;
    if (raw === null) {
      parsed.delete(key);
      return null;
    }
    const known = parsed.get(key);
    if (known?.raw === raw) return known.draft;
    const draft = parseDraft(raw);
    parsed.set(key, { raw, draft });
    return draft;
  };

  const read = (subject: DraftSubject): Draft | null => {
    const key = draftKey(subject);
    return onlyHere.get(key) ?? stored(key);
  };

  const list = (): Draft[] => {
    const keys = new Set(onlyHere.keys());
    for (let index = 0; index < (storage?.length ?? 0); index += 1) {
      const key = storage?.key(index);
      if (key?.startsWith(keyPrefix)) keys.add(key);
    }
    return [...keys].flatMap((key) => onlyHere.get(key) ?? stored(key) ?? []);
  };

  const forget = (subject: DraftSubject): void => {
    const key = draftKey(subject);
    onlyHere.delete(key);
    storage?.removeItem(key);
  };

  const makeRoom = (subject: DraftSubject, size: number): void => {
    const others = list()
      .filter((draft) => draftKey(draft.subject) !== draftKey(subject))
      .sort((a, b) => b.typedAt - a.typedAt);
    let characters = size;
    for (const [place, draft] of others.entries()) {
      characters += draft.text.length;
      if (place + 1 < limits.drafts && characters <= limits.characters) continue;
      forget(draft.subject);
      removedForRoom += 1;
    }
  };

  const put = (draft: Draft): void => {
    const key = draftKey(draft.subject);
    makeRoom(draft.subject, draft.text.length);
    try {
      if (!storage) throw new Error("There is no storage.");
      storage.setItem(key, JSON.stringify(draft));
      onlyHere.delete(key);
    } catch {
      // The older text stays in storage, because after a crash it is better than nothing.
      onlyHere.set(key, draft);
    }
    changed();
  };

  return {
    read,
    list,
    /** Changes whenever any draft changes. */
    revision: () => revision,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    write(draft: Omit<Draft, "id" | "typedAt">): void {
      discarded.delete(draftKey(draft.subject));
      put({ ...draft, id: newId(), typedAt: now() });
    },
    remove(subject: DraftSubject): void {
      forget(subject);
      changed();
    },
    /** Called when the server has saved `text`. Text that was typed since then becomes a draft based on the saved text. */
    settle(subject: DraftSubject, text: string, savedVersion?: number): void {
      const draft = read(subject);
      if (!draft) return;
      if (draft.text === text) forget(subject);
      else put({ ...draft, replaces: text, ...(savedVersion !== undefined && { baseVersion: savedVersion }) });
      changed();
    },
    discard(subject: DraftSubject): void {
      const draft = read(subject);
      if (draft) discarded.set(draftKey(subject), draft);
      forget(subject);
      changed();
    },
    canRestore: (subject: DraftSubject): boolean => discarded.has(draftKey(subject)),
    restore(subject: DraftSubject): void {
      const draft = discarded.get(draftKey(subject));
      discarded.delete(draftKey(subject));
      if (draft && !read(subject)) put(draft);
    },
    isOnlyHere: (subject: DraftSubject): boolean => onlyHere.has(draftKey(subject)),
    hasAnyOnlyHere: (): boolean => onlyHere.size > 0,
    /** The number of drafts removed to make room for others since the page was loaded. */
    removedForRoom: () => removedForRoom,
    /** Called when another tab has changed a draft. */
    changedElsewhere(key: string | null): void {
      if (key !== null && !key.startsWith(keyPrefix)) return;
      for (const [name, own] of onlyHere) {
        if ((stored(name)?.typedAt ?? 0) > own.typedAt) onlyHere.delete(name);
      }
      changed();
    },
  };
}
