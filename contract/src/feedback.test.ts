import { expect, it } from "vitest";
import { feedbackRoutes } from "./feedback.ts";

it("accepts long feedback, but none that would leave no room for the document", () => {
  const takes = (length: number) => feedbackRoutes.giveFeedback.body.safeParse({ text: "x".repeat(length) }).success;
  expect([takes(100_000), takes(100_001)]).toEqual([true, false]);
});
