import type { Fact } from "@dialectic/contract";
import { expect, it } from "vitest";
import { moveCounts, replaceFacts } from "./replace-facts.ts";

const fact = (id: string, status: Fact["status"]) => ({ id, status }) as Fact;

it("replaces facts without moving them, and leaves other pages unchanged", () => {
  const pages = {
    pages: [
      { items: [fact("c", "proposed"), fact("b", "proposed")], next: "2" },
      { items: [fact("a", "accepted")], next: null },
    ],
    pageParams: [null, "2"],
  };
  const next = replaceFacts(pages, new Map([["b", fact("b", "accepted")]]));
  expect(next.pages[0]?.items.map(({ status }) => status)).toEqual(["proposed", "accepted"]);
  expect(next.pages[1]).toBe(pages.pages[1]);
});

it("moves counts between statuses, never below zero", () => {
  const counts = { proposed: 1, accepted: 4, rejected: 0, conflict: 0, superseded: 0, unmapped: 2 };
  expect(moveCounts(counts, [{ from: "proposed", to: "accepted" }])).toMatchObject({ proposed: 0, accepted: 5 });
  expect(moveCounts(counts, [{ from: "conflict", to: "rejected" }])).toMatchObject({ conflict: 0, rejected: 1 });
});
