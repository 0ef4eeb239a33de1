import { expect, it } from "vitest";
import { feedbackRoutes } from "./feedback.ts";

it("takes long feedback, and none that would leave no room for what it speaks of", () => {
  const takes = (length: number) => feedbackRoutes.giveFeedback.body.safeParse({ text: "x".repeat(length) }).success;
  expect([takes(100_000), takes(100_001)]).toEqual([true, false]);
});
