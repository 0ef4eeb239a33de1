import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useSyncExternalStore } from "react";
import { documentQuery, sessionQuery } from "../api/queries.ts";

const storageKey = "chat.open";
const listeners = new Set<() => void>();
let isOpen = readStored();

/** If the browser's storage is switched off, the panel is closed after every reload. */
function readStored(): boolean {
  try {
    return localStorage.getItem(storageKey) === "yes";
  } catch {
    return false;
  }
}

/** Opens or closes the chat panel. This holds for every page of a project and survives a reload. */
export function setChatOpen(open: boolean): void {
  isOpen = open;
  try {
    if (open) localStorage.setItem(storageKey, "yes");
    else localStorage.removeItem(storageKey);
  } catch {
    // Without storage, the panel stays open only until the page is reloaded.
  }
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useChatOpen = (): boolean => useSyncExternalStore(subscribe, () => isOpen);

/** The project to which the current page belongs; null if it belongs to none. */
export function usePageProject(): string | null {
  const { projectId, sessionId, documentId } = useParams({ strict: false });
  const { data: document } = useQuery({ ...documentQuery(documentId ?? ""), enabled: documentId !== undefined });
  const ofSession = sessionId ?? document?.sessionId;
  const { data: session } = useQuery({ ...sessionQuery(ofSession ?? ""), enabled: ofSession !== undefined });
  return projectId ?? session?.projectId ?? null;
}
