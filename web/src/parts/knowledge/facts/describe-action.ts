import type { Fact, FactAction } from "@dialectic/contract";
import { formatNumber } from "../../../ui/format.ts";
import { labelOf, valueText } from "./describe-fact.ts";

export type FactAct =
  | { do: "accept" | "reject" | "choose"; fact: Fact }
  | { do: "edit"; fact: Fact; value: string }
  | { do: "accept-all" };

/** Describes an action for the message that offers to undo it. */
export function describeAction(act: FactAct, { facts }: Pick<FactAction, "facts">, left = 0): string {
  if (act.do === "accept-all") {
    const count = facts.filter(({ status }) => status === "accepted").length;
    const rest =
      left === 0 ? "" : ` ${formatNumber(left, "fact")} ${left === 1 ? "is" : "are"} left to decide one by one.`;
    return `${count === 0 ? "No fact could be accepted." : `Accepted ${formatNumber(count, "fact")}.`}${rest}`;
  }
  const name = `${labelOf(act.fact)} ${valueText(act.fact)}`;
  const old = facts.find(({ id, status }) => status === "superseded" && id !== act.fact.id);
  const superseded = old ? ` ${valueText(old)} is superseded.` : "";
  switch (act.do) {
    case "accept":
      return `Accepted ${name}.${superseded}`;
    case "reject":
      return `Rejected ${name}. No earlier value takes its place.`;
    case "choose":
      return `${labelOf(act.fact)} is ${valueText(act.fact)}.${superseded}`;
    case "edit": {
      const set = facts.find(({ status, source }) => status === "accepted" && source === "manual");
      return `${labelOf(act.fact)} is ${set ? valueText(set) : act.value}, set by you.`;
    }
  }
}

/** The facts as an action should leave them, shown until the server answers. Empty for an edit, which creates a new fact. */
export function expectedStates(act: FactAct, rivals: readonly Fact[]): Fact[] {
  if (act.do === "accept-all" || act.do === "edit") return [];
  const status = act.do === "reject" ? "rejected" : "accepted";
  const decided: Fact = { ...act.fact, status, needsReview: false };
  if (act.do === "reject") return [decided];
  const same = rivals.filter(
    ({ id, key, itemId }) => id !== act.fact.id && key === act.fact.key && itemId === act.fact.itemId,
  );
  if (act.do === "accept") return [decided];
  return [
    decided,
    ...same.map((rival): Fact => ({ ...rival, status: rival.status === "accepted" ? "superseded" : "rejected" })),
  ];
}
