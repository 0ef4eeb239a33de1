import type { Fact, FactAction } from "@dialectic/contract";
import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import { client } from "../../../api/client.ts";
import { type FactPages, factCountsQuery, factListsKey } from "../../../api/facts-queries.ts";
import { keys } from "../../../api/queries.ts";
import { describeAction, expectedStates, type FactAct } from "./describe-action.ts";
import { moveCounts, replaceFacts } from "./replace-facts.ts";

/** The last action, and whether the message about it offers to undo or to redo it. */
export type Done = { text: string; action: number | null; way: "undo" | "redo" };

export type FactActions = ReturnType<typeof useFactActions>;

/**
 * Decisions about facts. A decision is shown immediately; if the server refuses it, the earlier state is shown again, with
 * the reason. `undo` reverts the decisions made on this page, newest first; `redo` makes them again.
 */
export function useFactActions(projectId: string) {
  const queryClient = useQueryClient();
  const [done, setDone] = useState<Done | null>(null);
  const [refusal, setRefusal] = useState<{ factId: string | null; error: unknown } | null>(null);
  /** The facts decided on this page, as the server returned them. */
  const [decided, setDecided] = useState<ReadonlyMap<string, Fact>>(new Map());
  const undoable = useRef<{ action: number; text: string }[]>([]);
  const redoable = useRef<{ action: number; text: string }[]>([]);

  const show = useCallback(
    (facts: readonly Fact[], before: readonly Fact[]): void => {
      const changed = new Map(facts.map((fact) => [fact.id as string, fact]));
      queryClient.setQueriesData<FactPages>({ queryKey: factListsKey(projectId) }, (pages) =>
        pages ? replaceFacts(pages, changed) : pages,
      );
      const moves = before.flatMap((fact) => {
        const to = changed.get(fact.id)?.status;
        return to && to !== fact.status ? [{ from: fact.status, to }] : [];
      });
      queryClient.setQueryData(factCountsQuery(projectId).queryKey, (counts) => counts && moveCounts(counts, moves));
    },
    [queryClient, projectId],
  );

  const reread = useCallback(
    () => queryClient.invalidateQueries({ queryKey: keys.knowledge(projectId) }),
    [queryClient, projectId],
  );

  const settle = useCallback(
    (answer: FactAction): void => {
      setDecided((now) => new Map([...now, ...answer.facts.map((fact) => [fact.id as string, fact] as const)]));
      show(answer.facts, []);
      void reread();
    },
    [show, reread],
  );

  const act = useCallback(
    async (what: FactAct, rivals: readonly Fact[] = []): Promise<boolean> => {
      setRefusal(null);
      const subject = what.do === "accept-all" ? null : what.fact;
      const before: [QueryKey, unknown][] = [
        ...queryClient.getQueriesData<FactPages>({ queryKey: factListsKey(projectId) }),
        [factCountsQuery(projectId).queryKey, queryClient.getQueryData(factCountsQuery(projectId).queryKey)],
      ];
      const expected = expectedStates(what, rivals);
      // Cancels requests that are in flight, because their answers would show the state before the decision again.
      await queryClient.cancelQueries({ queryKey: keys.knowledge(projectId) });
      show(expected, [...(subject ? [subject] : []), ...rivals]);
      setDecided((now) => new Map([...now, ...expected.map((fact) => [fact.id as string, fact] as const)]));
      try {
        const answer = await carryOut(projectId, what);
        settle(answer);
        const text = describeAction(what, answer, "left" in answer ? Number(answer.left) : 0);
        if (answer.action !== null) undoable.current.push({ action: answer.action, text });
        redoable.current = [];
        setDone({ text, action: answer.action, way: "undo" });
        return true;
      } catch (error) {
        for (const [key, data] of before) queryClient.setQueryData(key, data);
        setDecided((now) => new Map([...now].filter(([id]) => !expected.some((fact) => fact.id === id))));
        setRefusal({ factId: subject?.id ?? null, error });
        void reread();
        return false;
      }
    },
    [queryClient, projectId, show, settle, reread],
  );

  const takeBack = useCallback(
    async (way: "undo" | "redo"): Promise<void> => {
      const from = way === "undo" ? undoable.current : redoable.current;
      const to = way === "undo" ? redoable.current : undoable.current;
      const last = from.at(-1);
      if (!last) return;
      setRefusal(null);
      try {
        const answer = await client.undoFacts({ params: { projectId }, body: { action: last.action } });
        from.pop();
        if (answer.action !== null) to.push({ action: answer.action, text: last.text });
        settle(answer);
        setDone(
          way === "undo"
            ? { text: `Undone: ${last.text}`, action: answer.action, way: "redo" }
            : { text: last.text, action: answer.action, way: "undo" },
        );
      } catch (error) {
        setRefusal({ factId: null, error });
        setDone(null);
      }
    },
    [projectId, settle],
  );

  /** Reports an action that was taken elsewhere but can be undone in the same way, such as a promotion. */
  const report = useCallback(
    (answer: FactAction, text: string): void => {
      settle(answer);
      if (answer.action !== null) undoable.current.push({ action: answer.action, text });
      redoable.current = [];
      setDone({ text, action: answer.action, way: "undo" });
    },
    [settle],
  );

  /** Undoes an action from the history, no matter how old it is. */
  const undoAction = useCallback(
    async (action: number, text: string): Promise<void> => {
      setRefusal(null);
      try {
        const answer = await client.undoFacts({ params: { projectId }, body: { action } });
        undoable.current = undoable.current.filter((one) => one.action !== action);
        if (answer.action !== null) redoable.current.push({ action: answer.action, text });
        settle(answer);
        setDone({ text: `Undone: ${text}`, action: answer.action, way: "redo" });
      } catch (error) {
        setRefusal({ factId: null, error });
      }
    },
    [projectId, settle],
  );

  return {
    act,
    undo: () => takeBack("undo"),
    redo: () => takeBack("redo"),
    undoAction,
    report,
    done,
    dismiss: useCallback(() => setDone(null), []),
    refusal,
    decided,
  };
}

function carryOut(projectId: string, act: FactAct): Promise<FactAction> {
  if (act.do === "accept-all") return client.acceptAllFacts({ params: { projectId } });
  const params = { factId: act.fact.id };
  const ifStatus = act.fact.status;
  switch (act.do) {
    case "accept":
      return client.acceptFact({ params, body: { ifStatus } });
    case "reject":
      return client.rejectFact({ params, body: { ifStatus } });
    case "choose":
      return client.chooseFact({ params, body: { ifStatus } });
    case "edit":
      return client.editFact({ params, body: { value: act.value, ifStatus } });
  }
}
