import { type Fact, type FactEvent, type FactStatus, formatFactValue } from "@dialectic/contract";
import type { Tone } from "../../../ui/status-word.tsx";
import type { KnowledgeIconName } from "../knowledge-icon.tsx";

/** Formats a value so that a number and its unit stay on one line. */
export const valueText = (fact: Pick<Fact, "value">): string =>
  formatFactValue(fact.value).replace(/(?<=\d) (?=\S{1,6}$)/, "\u00a0");

/** What a fact is about, in words. This is its statement without the value. */
export function labelOf({ statement, value, key }: Pick<Fact, "statement" | "value" | "key">): string {
  const end = `: ${formatFactValue(value)}`;
  return statement.endsWith(end) ? statement.slice(0, -end.length) : (key.split(".").at(-1) ?? key);
}

type Look = { word: string; tone: Tone; icon: KnowledgeIconName };

export const statusLooks: Record<FactStatus, Look> = {
  proposed: { word: "review", tone: "you", icon: "review" },
  accepted: { word: "accepted", tone: "quiet", icon: "accepted" },
  rejected: { word: "rejected", tone: "quiet", icon: "rejected" },
  conflict: { word: "conflict", tone: "you", icon: "conflict" },
  superseded: { word: "superseded", tone: "quiet", icon: "superseded" },
};

export const isPending = ({ status }: Pick<Fact, "status">): boolean => status === "proposed" || status === "conflict";
export const isOver = ({ status }: Pick<Fact, "status">): boolean => status === "rejected" || status === "superseded";

/** Names a fact's source. */
export function sourceWords({ source, evidence }: Pick<Fact, "source" | "evidence">): string {
  if (source === "manual") return "set by hand";
  if (source === "agent") return "document";
  return evidence?.section === "USER_ANSWERS" ? "answer" : "your words";
}

/** Why a fact waits for a person, by code. If a newer server sends an unknown code, the code itself is shown as words. */
const reviewReasons: Record<string, string> = {
  "high-risk-key": "facts about money, dates, safety and approvals always need your decision",
  "written-by-a-model": "a model wrote this; you did not say it",
  "low-confidence": "the extractor was not sure",
  "value-not-in-quote": "the quote does not contain this value",
  "ambiguous-value": "the words can be read in more than one way",
  "ambiguous-item": "the words may mean another item of the same name",
  "item-merged": "it came with an item that was merged",
  "several-values-in-turn": "the same turn states several values",
  "marked-for-review": "the extractor asks you to check it",
  "marked-as-conflict": "it contradicts another statement",
  "contradicts-accepted": "it contradicts the accepted value",
  "user-said-otherwise": "you said something else before",
  "repeated-in-turn": "the same turn states it twice",
};

export const reviewWords = (reason: string): string => reviewReasons[reason] ?? reason.replaceAll("-", " ");

const acts: Record<FactEvent["act"], string> = {
  record: "Recorded",
  accept: "Accepted",
  reject: "Rejected",
  supersede: "Superseded",
  corroborate: "Stated once more",
  edit: "Set by hand",
  choose: "Chosen",
  promote: "Made from an unmapped statement",
  undo: "Undone",
};

const eventReasons: Record<string, string> = {
  "policy-passed": "your words, verified, not high-risk",
  "same-value": "the same value in other words",
  "user-said-otherwise": "you said something else",
  "user-said-the-same": "you said the same",
  "accepted-all": "together with all waiting facts",
};

/** Describes an event of a fact in one line: "Accepted by you: a new quote". */
export function describeEvent(event: Pick<FactEvent, "act" | "by" | "from" | "to" | "reason">): string {
  const { act, by, from, to } = event;
  const verb =
    act === "record"
      ? ({ accepted: "Accepted", conflict: "Kept as a conflict", proposed: "Proposed" }[to as "accepted"] ??
        acts.record)
      : act === "choose" && to === "rejected"
        ? "Not chosen"
        : act === "edit" && to === "superseded"
          ? "Replaced by hand"
          : act === "undo"
            ? `Undone, back to ${statusLooks[to].word}`
            : acts[act];
  const author = by === "user" ? " by you" : act === "record" || from === null ? " by the rules" : "";
  const reason = act === "undo" ? "" : reasonText(event.reason);
  return `${verb}${author}${reason && `: ${reason}`}`;
}

const reasonText = (reason: string): string => eventReasons[reason] ?? reviewReasons[reason] ?? reason;
