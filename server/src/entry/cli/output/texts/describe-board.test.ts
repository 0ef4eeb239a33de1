import { BoardCard, type CardId } from "@dialectic/contract";
import { expect, it } from "vitest";
import { newId } from "#platform";
import { describeBoard, describeCard } from "./describe-board.ts";

const [projectId, sessionId] = [newId(), newId()];
const card = (number: number, more: Partial<BoardCard> = {}): BoardCard =>
  BoardCard.parse({
    ...{ id: newId<CardId>(), projectId, sessionId, iteration: 1, number, milestone: "M7", title: "M7 Fence" },
    ...{ column: "pending", items: [], path: "", supersededBy: null, supersededBecause: null, fileLostAt: null },
    ...more,
  });

it("the board says which of two cards for one milestone is from the earlier plan and which is from the later plan", () => {
  const cards = [card(5), card(7), card(8, { milestone: "M8", title: "M8 Paint" })];
  const text = describeBoard(cards, 60).replace(/\s+/g, " ");
  expect(text).toContain("0 of 0 done, from an earlier plan, followed by card 7");
  expect(text).toContain("0 of 0 done, added by a later plan, next to card 5");
  expect(describeBoard([card(5), card(7, { sessionId: BoardCard.shape.sessionId.parse(newId()) })], 60)).not.toContain(
    "plan",
  );
});

it("the description of a card says which card it replaces, or which card follows it", () => {
  const [old, next] = [card(5, { supersededBecause: "The plan no longer has this work." }), card(7)];
  expect(describeCard(next, [old, next])).toBe("7  M7 Fence (pending)\nReplaces card 5.");
  expect(describeCard(old, [old, next])).toContain("\nFrom an earlier plan, followed by card 7.");
});
