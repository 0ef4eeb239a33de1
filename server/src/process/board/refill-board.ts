import type { DerivedChange, SessionId } from "@dialectic/contract";
import type { Tx } from "#platform";
import * as store from "./board.store.ts";
import { readPlan } from "./fill-board.ts";
import { checklistBody } from "./text/parse-work-plan.ts";
import { isSameNode, nodesOf, type PlanNode } from "./text/plan-nodes.ts";

/**
 * Updates the board after its plan was edited or regenerated: adds new work to Pending, and offers cards whose work the plan
 * no longer contains, for the person to keep or drop. Existing cards do not change. Returns the cards that were added, and
 * those that no longer match the plan.
 */
export async function refillBoard(
  db: Tx,
  at: { sessionId: SessionId; iteration: number; stage: string },
): Promise<DerivedChange[]> {
  const plan = await readPlan(db, at);
  if (!plan) return [];
  const planned = plan.checklists.map((one) => ({ ...one, nodes: nodesOf(one.body) }));
  const added: DerivedChange[] = [];
  for (const { nodes, ...one } of planned) {
    const cards = plan.standing.filter((card) => card.milestone === one.milestone && card.superseded_by === null);
    const known = cards.flatMap((card) => nodesOf(card.body));
    const fresh = nodes.filter((node) => !has(known, node));
    if (cards.length > 0 && fresh.length === 0) continue;
    const body = cards.length === 0 ? one.body : besideCards(cards, { ...one, note: plan.note, fresh });
    const { number } = await plan.add({ ...one, body });
    added.push(cardChange("added", { number, title: one.title }));
  }
  const offered = await offerVanished(
    db,
    plan.standing.filter((card) => card.iteration === at.iteration),
    planned,
  );
  return [...offered, ...added];
}

const cardChange = (
  change: DerivedChange["change"],
  { number, title }: { number: number; title: string },
  after: string | null = null,
): DerivedChange => ({ kind: "card", change, id: String(number), text: title, before: null, after });

/** A card for work that a plan adds to a milestone. It names the milestone's other cards, which have the same title. */
function besideCards(
  cards: readonly store.CardRow[],
  { title, note, fresh }: { title: string; note: string | undefined; fresh: readonly PlanNode[] },
): string {
  const others = cards.filter(({ dropped_at }) => dropped_at === null).map(({ number }) => number);
  const origin = `*Added by a later plan${others.length > 0 ? `, beside card ${others.join(", ")}` : ""}.*`;
  return checklistBody({
    title,
    note: [note, origin].filter(Boolean).join("\n\n"),
    texts: fresh.map(({ text }) => text),
  });
}

type Planned = { milestone: string; nodes: readonly PlanNode[] };

/** Offers cards whose work the plan no longer contains, except complete cards and cards that a person has decided about. */
async function offerVanished(
  db: Tx,
  cards: readonly store.CardRow[],
  planned: readonly Planned[],
): Promise<DerivedChange[]> {
  const offered: DerivedChange[] = [];
  for (const card of cards) {
    const isSettled = card.dropped_at ?? card.kept_at ?? card.superseded_because;
    if (isSettled !== null || card.board_column === "complete") continue;
    const own = planned.find((one) => one.milestone === card.milestone)?.nodes ?? [];
    const nodes = nodesOf(card.body);
    const gone = nodes.filter((node) => !has(own, node)).map(({ heading }) => heading);
    if (gone.length === 0) continue;
    if (gone.length < nodes.length) {
      await store.notifyChanged(db, card, gone);
      offered.push(cardChange("changed", card, `the plan no longer has ${gone.join(", ")}`));
      continue;
    }
    await store.supersedeCard(db, { id: card.id, by: null, because: "The plan no longer has this work." });
    await store.notifyOffered(db, card, "unplanned");
    offered.push(cardChange("changed", card, "the plan no longer has it"));
  }
  return offered;
}

const has = (nodes: readonly PlanNode[], node: PlanNode): boolean => nodes.some((one) => isSameNode(one, node));
