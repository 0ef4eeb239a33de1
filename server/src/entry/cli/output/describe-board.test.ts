import { BoardCard, type CardId } from "@dialectic/contract";
import { expect, it } from "vitest";
import { newId } from "#platform";
import { describeBoard, describeCard } from "./describe-board.ts";

const [projectId, sessionId] = [newId(), newId()];
const card = (number: number, more: Partial<BoardCard> = {}): BoardCard =>
  BoardCard.parse({
    ...{ id: newId<CardId>(), projectId, sessionId, iteration: 1, number, milestone: "M7", title: "M7 Fence" },
    ...{ column: "pending", steps: [], path: "", supersededBy: null, supersededBecause: null, fileLostAt: null },
    ...more,
  });

it("says of cards of one milestone which is of the earlier plan, and which came later", () => {
  const cards = [card(5), card(7), card(8, { milestone: "M8", title: "M8 Paint" })];
  const text = describeBoard(cards, 60).replace(/\s+/g, " ");
  expect(text).toContain("0 of 0 done, of an earlier plan: card 7 came later");
  expect(text).toContain("0 of 0 done, added by a later plan, beside card 5");
  expect(describeBoard([card(5), card(7, { sessionId: BoardCard.shape.sessionId.parse(newId()) })], 60)).not.toContain(
    "plan",
  );
});

it("says which card takes the place of another", () => {
  const [old, next] = [card(5, { supersededBecause: "The plan no longer has this work." }), card(7)];
  expect(describeCard(next, [old, next])).toBe("7  M7 Fence (pending)\nIn place of card 5.");
  expect(describeCard(old, [old, next])).toContain("\nOf an earlier plan: card 7 came later.");
});
