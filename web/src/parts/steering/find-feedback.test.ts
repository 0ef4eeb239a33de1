import type { Feedback } from "@dialectic/contract";
import { expect, it } from "vitest";
import { findFeedback } from "./find-feedback.ts";

it("finds feedback by iteration, and tells feedback on a stage apart from feedback on the stage's documents", () => {
  const said = (iteration: number, text: string, documentId: Feedback["documentId"] = null) => ({
    ...{ stage: "paralysis", iteration, documentId, text },
  });
  const all = [said(1, "Fewer steps."), said(2, "More steps.")];
  expect(findFeedback(all, { stage: "paralysis", iteration: 1 })).toBe("Fewer steps.");
  expect(findFeedback(all, { stage: "paralysis", iteration: 2 })).toBe("More steps.");
  expect(findFeedback(all, { stage: "paralysis", iteration: 3 })).toBe("");
  expect(findFeedback(all, { stage: "paralysis", iteration: 1, documentId: "d" })).toBe("");
});
