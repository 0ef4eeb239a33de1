import { expect, it } from "vitest";
import { findSlowClasses } from "#test";
import { hideAuthor } from "./anonymity/hide-author.ts";

const models = ["rehearsal/atlas", "anthropic/claude-sonnet-4"];

it.each([
  ["a text", ""],
  ["a text with front matter that never ends", "---\n"],
  ["a text below a signature", "I am Claude, made by "],
])("hideAuthor reads %s in linear time and never throws", { timeout: 120_000 }, (_, before) => {
  expect(findSlowClasses((text) => hideAuthor({ text: before + text, models }))).toEqual([]);
});

/** Pieces of signatures and self-references, which the rules read more closely than other text. */
const signing = [
  ...[
    "Claude ",
    "Claude\n",
    "— Claude\n\n",
    "Claude (",
    "I am Claude ",
    "As Claude, ",
    "“I am Claude ",
    "Anthropic's ",
  ],
  ...[
    "Claude by Anthropic ",
    "claude-4-4-4-4-4",
    "Claude 5.5.5.5.5 ",
    "| Author | Claude |\n",
    "|Author|\n|-|\n|Claude|\n",
  ],
  ...["<!-- Claude ", "Best,\nClaude\n\n", "- Claude\n", "# plan plan plan by Claude ", "\uE000", "\uE000o1\uE001"],
  ...[
    "<b <b Claude",
    "Claude's proposal ",
    "Claude would wait. ",
    "私はClaude",
    "作为Claude",
    "Claude: I ",
    "Opus 5 Opus ",
  ],
];

it("hideAuthor reads any number of names in linear time", { timeout: 300_000 }, () => {
  const textsOf = (length: number) =>
    signing.map((piece) => ({ name: piece, text: piece.repeat(Math.ceil(length / piece.length)) }));
  // Half the usual sizes, because a text that consists of names takes longest of all.
  const sizes = { small: 25_000, large: 100_000 };
  expect(findSlowClasses((text) => hideAuthor({ text, models }), textsOf, sizes)).toEqual([]);
});
