import { createContext, useContext, useSyncExternalStore } from "react";
import type { Connection } from "./connection.ts";
import type { LiveText } from "./live-texts.ts";
import type { Live } from "./start-live.ts";

export const LiveContext = createContext<Live | null>(null);

export function useLive(): Live {
  const live = useContext(LiveContext);
  if (!live) throw new Error("useLive needs a LiveContext above it.");
  return live;
}

export function useConnection(): Connection {
  const live = useLive();
  return useSyncExternalStore(live.subscribe, live.connection);
}

/** The text that a job is writing; undefined until its first words arrive. */
export function useLiveText(jobId: string | null): LiveText | undefined {
  const live = useLive();
  return useSyncExternalStore(live.subscribe, () => (jobId === null ? undefined : live.texts().get(jobId)));
}
