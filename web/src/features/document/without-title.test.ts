import { expect, it } from "vitest";
import { withoutTitle } from "./without-title.ts";

it.each([
  ["# Risk register\n\nText.", "Risk register", "Text."],
  ["\n# Risk register  \nText.\n# More", "Risk register", "Text.\n# More"],
  ["# Critique\n\nText.", "Antithesis", "# Critique\n\nText."],
  ["Text.\n\n# Risk register", "Risk register", "Text.\n\n# Risk register"],
  ["## Risk register\nText.", "Risk register", "## Risk register\nText."],
  ["# Risk register", "Risk register", ""],
])("%j under the title %j", (markdown, title, expected) => {
  expect(withoutTitle(markdown, title)).toBe(expected);
});
