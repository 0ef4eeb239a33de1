import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import { client } from "../../api/client.ts";
import { keys } from "../../api/queries.ts";
import type { Done } from "../../parts/knowledge/facts/use-fact-actions.ts";

type Answer = { action: number | null };
export type ItemActions = ReturnType<typeof useItemActions>;

/**
 * Changes items, lines and links. `undo` reverts the changes made on this page, newest first; `redo` makes them again.
 */
export function useItemActions(projectId: string) {
  const queryClient = useQueryClient();
  const [done, setDone] = useState<Done | null>(null);
  const [refusal, setRefusal] = useState<unknown>(null);
  const undoable = useRef<{ action: number; text: string }[]>([]);
  const redoable = useRef<{ action: number; text: string }[]>([]);
  const reread = useCallback(
    () => queryClient.invalidateQueries({ queryKey: keys.knowledge(projectId) }),
    [queryClient, projectId],
  );

  /** Makes a change and shows what was done. If the change was refused, shows the reason and returns false. */
  const run = useCallback(
    async (text: string, act: () => Promise<Answer>): Promise<boolean> => {
      setRefusal(null);
      try {
        const { action } = await act();
        void reread();
        if (action !== null) undoable.current.push({ action, text });
        redoable.current = [];
        setDone({ text: action === null ? "Nothing changed." : text, action, way: "undo" });
        return true;
      } catch (error) {
        setRefusal(error);
        void reread();
        return false;
      }
    },
    [reread],
  );

  const takeBack = useCallback(
    async (way: "undo" | "redo"): Promise<void> => {
      const [from, to] = way === "undo" ? [undoable.current, redoable.current] : [redoable.current, undoable.current];
      const last = from.at(-1);
      if (!last) return;
      setRefusal(null);
      try {
        const { action } = await client.undoItems({ params: { projectId }, body: { action: last.action } });
        from.pop();
        if (action !== null) to.push({ action, text: last.text });
        void reread();
        const text = way === "undo" ? `Undone: ${last.text}` : last.text;
        setDone({ text, action, way: way === "undo" ? "redo" : "undo" });
      } catch (error) {
        setRefusal(error);
        setDone(null);
      }
    },
    [projectId, reread],
  );

  return {
    run,
    undo: () => takeBack("undo"),
    redo: () => takeBack("redo"),
    done,
    dismiss: useCallback(() => setDone(null), []),
    refusal,
  };
}
