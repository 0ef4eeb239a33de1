import { expect, it } from "vitest";
import { feedbackRoutes } from "./feedback.ts";

it("accepts feedback of up to 100,000 characters, so that the prompt keeps room for documents", () => {
  const takes = (length: number) => feedbackRoutes.giveFeedback.body.safeParse({ text: "x".repeat(length) }).success;
  expect([takes(100_000), takes(100_001)]).toEqual([true, false]);
});
