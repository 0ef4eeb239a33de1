import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import { catalogueKey } from "../../api/catalogue-queries.ts";
import type { Done } from "../../parts/knowledge/facts/use-fact-actions.ts";

type Change = { text: string; make: () => Promise<unknown>; takeBack: (() => Promise<unknown>) | null };
export type CatalogueActions = ReturnType<typeof useCatalogueActions>;

/**
 * Changes to the catalogue. Each change has its own `takeBack`, because the server keeps no history of the catalogue from
 * which it could undo changes.
 */
export function useCatalogueActions() {
  const queryClient = useQueryClient();
  const [done, setDone] = useState<Done | null>(null);
  const [refusal, setRefusal] = useState<unknown>(null);
  const undoable = useRef<Change[]>([]);
  const redoable = useRef<Change[]>([]);

  const attempt = useCallback(
    async (act: () => Promise<unknown>): Promise<boolean> => {
      setRefusal(null);
      try {
        await act();
        return true;
      } catch (error) {
        setRefusal(error);
        setDone(null);
        return false;
      } finally {
        void queryClient.invalidateQueries({ queryKey: catalogueKey });
      }
    },
    [queryClient],
  );

  /** Makes a change and shows what was done. If the change was refused, shows the reason and returns false. */
  const run = useCallback(
    async (change: Change): Promise<boolean> => {
      if (!(await attempt(change.make))) return false;
      if (change.takeBack) undoable.current.push(change);
      redoable.current = [];
      setDone({ text: change.text, action: change.takeBack ? 0 : null, way: "undo" });
      return true;
    },
    [attempt],
  );

  const undo = useCallback(async (): Promise<void> => {
    const last = undoable.current.at(-1);
    if (!last?.takeBack || !(await attempt(last.takeBack))) return;
    undoable.current.pop();
    redoable.current.push(last);
    setDone({ text: `Undone: ${last.text}`, action: 0, way: "redo" });
  }, [attempt]);

  const redo = useCallback(async (): Promise<void> => {
    const last = redoable.current.at(-1);
    if (!last || !(await attempt(last.make))) return;
    redoable.current.pop();
    undoable.current.push(last);
    setDone({ text: last.text, action: 0, way: "undo" });
  }, [attempt]);

  return { run, undo, redo, done, refusal, dismiss: useCallback(() => setDone(null), []) };
}
