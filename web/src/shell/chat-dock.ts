import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useSyncExternalStore } from "react";
import { documentQuery, sessionQuery } from "../api/queries.ts";

const storageKey = "chat.open";
const listeners = new Set<() => void>();
let isOpen = readStored();

/** Storage can be switched off: then the panel is closed after a reload. */
function readStored(): boolean {
  try {
    return localStorage.getItem(storageKey) === "yes";
  } catch {
    return false;
  }
}

/** Opens or closes the chat panel; it stays so on every page of a project and after a reload. */
export function setChatOpen(open: boolean): void {
  isOpen = open;
  try {
    if (open) localStorage.setItem(storageKey, "yes");
    else localStorage.removeItem(storageKey);
  } catch {
    // As above.
  }
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useChatOpen = (): boolean => useSyncExternalStore(subscribe, () => isOpen);

/** The project that the page is about; null on pages that are about none. */
export function usePageProject(): string | null {
  const { projectId, sessionId, documentId } = useParams({ strict: false });
  const { data: document } = useQuery({ ...documentQuery(documentId ?? ""), enabled: documentId !== undefined });
  const ofSession = sessionId ?? document?.sessionId;
  const { data: session } = useQuery({ ...sessionQuery(ofSession ?? ""), enabled: ofSession !== undefined });
  return projectId ?? session?.projectId ?? null;
}
