import { expect, it } from "vitest";
import { overlayText } from "./overlay-text.ts";

it("overlayText writes an overlay's sections verbatim, under headings, in a fixed order", () => {
  const said = { compliance: "Permits by May.", role: "You are a producer.\n{{stage}} stays." };
  expect(overlayText(said)).toBe(
    "## Role\n\nYou are a producer.\n{{stage}} stays.\n\n## Compliance\n\nPermits by May.",
  );
  expect(overlayText({})).toBe("");
});
