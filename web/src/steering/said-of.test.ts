import type { Feedback } from "@dialectic/contract";
import { expect, it } from "vitest";
import { saidOf } from "./said-of.ts";

it("keeps apart what was said of a stage in different iterations, and of its documents", () => {
  const said = (iteration: number, text: string, documentId: Feedback["documentId"] = null) => ({
    ...{ stage: "paralysis", iteration, documentId, text },
  });
  const all = [said(1, "Fewer steps."), said(2, "More steps.")];
  expect(saidOf(all, { stage: "paralysis", iteration: 1 })).toBe("Fewer steps.");
  expect(saidOf(all, { stage: "paralysis", iteration: 2 })).toBe("More steps.");
  expect(saidOf(all, { stage: "paralysis", iteration: 3 })).toBe("");
  expect(saidOf(all, { stage: "paralysis", iteration: 1, documentId: "d" })).toBe("");
});
