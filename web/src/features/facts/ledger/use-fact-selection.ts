import type { Fact } from "@dialectic/contract";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import { factByNumberQuery } from "../../../api/facts-queries.ts";
import { isPending } from "../../../parts/knowledge/facts/describe-fact.ts";
import type { FactActions } from "../../../parts/knowledge/facts/use-fact-actions.ts";
import { useLetterKeys } from "../../../parts/knowledge/use-letter-keys.ts";
import type { FactView } from "../search/facts-search.ts";
import type { useFactsSearch } from "../search/use-facts-search.ts";

export type FactSelection = ReturnType<typeof useFactSelection>;

type SelectionInput = Pick<ReturnType<typeof useFactsSearch>, "projectId" | "change"> & {
  view: FactView;
  /** The number of the selected fact. */
  number: number | undefined;
  actions: FactActions;
  hasLetterKeys: boolean;
};

/** The selected fact, and the keyboard shortcuts to move the selection and to decide on the fact. */
export function useFactSelection({ projectId, view, number, change, actions, hasLetterKeys }: SelectionInput) {
  const [isEditing, setIsEditing] = useState(false);
  const rows = useRef<readonly Fact[]>([]);
  const sides = useRef<readonly Fact[]>([]);
  const onRows = useCallback((next: readonly Fact[]) => {
    rows.current = next;
  }, []);
  const onCards = useCallback((cards: readonly Fact[], chosenFrom: readonly Fact[]) => {
    rows.current = cards;
    sides.current = chosenFrom;
  }, []);
  const open = useCallback(
    (next: number | undefined) => {
      setIsEditing(false);
      change({ fact: next });
    },
    [change],
  );
  const select = useCallback((fact: Fact) => open(fact.number), [open]);

  const listed = rows.current.find((fact) => fact.number === number);
  const { data: found, error: notFound } = useQuery({
    ...factByNumberQuery(projectId, number ?? 0),
    enabled: number !== undefined,
  });
  const current = found?.number === number ? found : listed;
  const selected = current && (actions.decided.get(current.id) ?? current);

  const step = (by: number) => {
    const place = rows.current.findIndex((fact) => fact.number === number);
    const next = rows.current[Math.max(0, Math.min(rows.current.length - 1, place + by))];
    if (!next) return false;
    open(next.number);
    return true;
  };
  const decide = (decision: "accept" | "reject") => {
    if (!selected || (decision === "accept" ? selected.status === "accepted" : !isPending(selected))) return false;
    void actions.act({ do: decision, fact: selected });
    // Moves on to the next fact that waits for a decision, as in a queue.
    if (view === "review") step(1);
    return true;
  };
  const choose = (index: number) => {
    const fact = sides.current[index];
    if (view !== "conflicts" || !fact) return false;
    const waits = sides.current.some(({ id, status }) => (actions.decided.get(id)?.status ?? status) === "conflict");
    if (waits) void actions.act({ do: "choose", fact }, sides.current);
    return waits;
  };
  useLetterKeys(
    [
      ["j", () => step(1)],
      ["k", () => step(-1)],
      ["a", () => decide("accept")],
      ["r", () => decide("reject")],
      ["e", () => selected !== undefined && setIsEditing(true)],
      ["1", () => choose(0)],
      ["2", () => choose(1)],
      ["z", () => void actions.undo()],
      ["Z", () => void actions.redo()],
    ],
    hasLetterKeys,
  );
  useLetterKeys([["Escape", () => (number === undefined ? false : open(undefined))]], true);

  return { number, selected, notFound, isEditing, setIsEditing, open, select, onRows, onCards };
}
