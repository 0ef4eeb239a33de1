import type { SessionId } from "@dialectic/contract";
import { readDocument, type Status } from "#documents";
import type { Tx } from "#platform";
import * as store from "./board.store.ts";
import { rewriteBoxes } from "./text/checklist.ts";
import { withStatuses } from "./text/with-statuses.ts";

/** The progress text for a further iteration: the plan with current statuses, and the board with its ticks. */
export async function describeProgress(
  db: Tx,
  at: { sessionId: SessionId; iteration: number; stage: string },
): Promise<string> {
  const last = await store.lastDocument(db, at);
  const plan = readDocument(last?.markdown ?? "").artifacts.find(({ key }) => key === "updated-master-plan");
  const cards = await store.cardsOfSession(db, at.sessionId);
  return progressText(
    plan?.body ?? "",
    cards.map((card) =>
      card.dropped_at
        ? { ...card, superseded_by: null, superseded_because: "the person removed it from the board" }
        : card,
    ),
  );
}

type Card = Pick<
  store.CardRow,
  "milestone" | "title" | "body" | "items" | "board_column" | "superseded_by" | "superseded_because"
>;

/** A pure function, so that it can be tested for every kind of board. */
export function progressText(plan: string, cards: readonly Card[]): string {
  const superseded = cards.filter((card) => card.superseded_because !== null);
  const inForce = cards.filter((card) => card.superseded_because === null);
  return [
    ...(plan === "" ? [] : [`# Updated master plan\n\n${withStatuses(plan, carriedOver(plan, cards))}`]),
    ...(inForce.length === 0 ? [] : ["# Board", ...inForce.map(describeCard)]),
    ...(superseded.length === 0 ? [] : ["# Superseded", superseded.map(describeSuperseded).join("\n")]),
  ].join("\n\n");
}

/** The board takes precedence: a complete card is done, a ticked or current card is in progress, and no other card is done. */
function carriedOver(plan: string, cards: readonly Card[]): Map<string, Omit<Status, "milestone">> {
  const read = readDocument(`# Updated master plan\n\n${plan}`).entries.get("updated-master-plan")?.statuses ?? [];
  const statuses = new Map(read.map(({ milestone, ...status }) => [milestone, status]));
  for (const card of cards) {
    const before = statuses.get(card.milestone);
    if (card.superseded_because !== null) {
      if (card.superseded_by === null) statuses.set(card.milestone, { mark: "-", reason: card.superseded_because });
    } else if (card.board_column === "complete") statuses.set(card.milestone, { mark: "x", reason: "" });
    else if (card.board_column === "current" || card.items.some(({ done }) => done) || before?.mark === "x") {
      statuses.set(card.milestone, { mark: "~", reason: "" });
    }
  }
  return statuses;
}

function describeCard(card: Card): string {
  const ticked = card.items.filter(({ done }) => done).length;
  let at = 0;
  const body = rewriteBoxes(card.body, () => card.items[at++]?.done ?? false);
  const lines = body.split("\n").filter((line) => /^\s*#{3} |^\s*[-*+\d.)]+\s+\[[ x]\]/.test(line));
  return [`## ${card.title} (${card.board_column}, ${ticked} of ${card.items.length} items ticked)`, "", ...lines].join(
    "\n",
  );
}

const describeSuperseded = ({ title, superseded_because }: Card): string => `- ${title} — ${superseded_because}`;
