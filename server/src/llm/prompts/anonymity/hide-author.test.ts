import { describe, expect, it } from "vitest";
import { hideAuthor } from "./hide-author.ts";

const models = [
  "rehearsal/atlas",
  "anthropic/claude-sonnet-4-5",
  "openai/gpt-5",
  "openai/gpt-6-sol",
  "google/gemini-3.8-flash",
];

describe("hideAuthor", () => {
  it.each([
    ["front matter", "---\nmodel: rehearsal/atlas\ncost: 0\n---\n\n# Plan\nText", "# Plan\nText"],
    ["a signature", "# Plan\nText\n\n— Atlas\n", "# Plan\nText\n\n"],
    ["a byline", "*Written by claude-sonnet-4-5*\n# Plan", "# Plan"],
    ["a field", "Author: Claude\nText", "Text"],
    ["a full id", "As rehearsal/atlas proposed, wait.", "As the author proposed, wait."],
    ["a distinctive name", "GPT-5 would do this.", "the author would do this."],
    ["a signature with a vendor", "Text\n\n— Claude (Anthropic)\n", "Text\n\n"],
    ["a signature by display name", "Text\n\n*Prepared by OpenAI's GPT-6 Sol.*\n", "Text\n\n"],
    ["a signature of the vendor alone", "Text\n\n-- Google\n", "Text\n\n"],
    ["a family that introduces itself", "As GPT, I propose this.", "As the author, I propose this."],
    ["a display name that introduces itself", "As Claude Sonnet 4.5, I wait.", "As the author, I wait."],
    ["a display name without its version", "I’m Claude Sonnet. I wait.", "I’m the author. I wait."],
    ["a display name that speaks", "Gemini 3.8 Flash would wait.", "the author would wait."],
    ["a maker", "As an AI model trained by Anthropic, I wait.", "As an AI model trained by its maker, I wait."],
    ["a signature with a date", "Text\n\nWritten by Atlas, June 2026\n", "Text\n\n"],
    ["a signature with a description", "Text\n\n— Claude, your AI assistant\n", "Text\n\n"],
    ["a name below a closing", "Text\n\nBest regards,\n\nGPT-6 Sol\n", "Text\n\n"],
    ["a name beside “I”", "I, Atlas, prefer the plain way.", "I, the author, prefer the plain way."],
    ["a brand that introduces itself", "Speaking as ChatGPT, I would wait.", "Speaking as the author, I would wait."],
    [
      "a maker after a comma",
      "I am Claude, made by Anthropic, and wait.",
      "I am the author, made by its maker, and wait.",
    ],
    ["an introduction", "I am Claude and I propose this.", "I am the author and I propose this."],
  ])("removes %s", (_, text, hidden) => {
    expect(hideAuthor({ text, models })).toBe(hidden);
  });

  it.each([
    ["a word that is also a name", "Store it in MongoDB Atlas, by region."],
    ["a heading", "## Atlas\nThe catalogue of maps."],
    ["a rule in the middle", "One\n\n---\n\nTwo\n\n---\nThree"],
    ["a model that is content", "We use gpt-6-sol for summaries, and Claude Sonnet 4.5 by Anthropic for the rest."],
    ["a model in a table", "| GPT-5 | $1 | OpenAI |"],
    ["a vendor that is content", "The contract with Google ends in May."],
    ["a line that begins with a vendor", "By Google, the contract was ended in May."],
    ["thanks to others", "Thank you\nfor using MongoDB Atlas every day."],
    ["part of a word", "gpt-50 and xgpt-5 are other things."],
  ])("keeps %s", (_, text) => {
    expect(hideAuthor({ text, models })).toBe(text);
  });

  describe("with the ids that providers use, which are longer than the names that models use for themselves", () => {
    const dated = [
      "anthropic/claude-3-5-sonnet-20241022",
      "openai/gpt-4o-2024-08-06",
      "google/gemini-2.5-pro-preview-05-06",
      "ollama/mistral",
      "openrouter/meta-llama/llama-3.3-70b-instruct",
      "openai/o3",
    ];

    it.each([
      ["As Claude 3.5 Sonnet, I wait.", "As the author, I wait."],
      ["As Claude I wait.", "As the author I wait."],
      ["**Model:** GPT-4o\n\nText", "\nText"],
      ["# Proposal by Claude\n\nText", "# Proposal\n\nText"],
      ["Thesis — Gemini 2.5 Pro\n", "Thesis\n"],
      ["Proposal A (Claude)\n", "Proposal A\n"],
      ["## Claude's proposal\n", "## the author’s proposal\n"],
      ["Text\n\n— Mistral (Mistral AI)\n", "Text\n\n"],
      ["Text\n\n*Generated with Llama 3.3*\n", "Text\n\n"],
      ["Text\n\nErstellt von Gemini\n", "Text\n\n"],
      ["Text\n\n🤖 Claude\n", "Text\n\n"],
      ["Text\n\n— o3\n", "Text\n\n"],
      ["I am Gemini 2.5 Pro, a language model from Google.", "I am the author, a language model from its maker."],
      ["My name is Llama 3.3, created by Meta.", "My name is the author, created by its maker."],
      ["Ich bin Claude von Anthropic.", "Ich bin the author."],
      ["Als GPT-4o empfehle ich das.", "Als the author empfehle ich das."],
      ["As an AI developed by OpenAI, I wait.", "As an AI developed by its maker, I wait."],
      ["Gemini 2.5 Pro would wait.", "the author would wait."],
      ["Note from GPT-4o: wait.", "Note from the author: wait."],
    ])("hides %j", (text, hidden) => {
      expect(hideAuthor({ text, models: dated })).toBe(hidden);
    });

    it.each([
      "We use gpt-4o for summaries, and Claude 3.5 Sonnet by Anthropic for the rest.",
      "Costs of Claude 3.5 Sonnet: $3.",
      "Claude Monet’s garden is the example.",
      "Gemini’s capsule was small.",
      "The mistral blows in March.",
      "## Gemini constellation",
      "## Migration from Gemini 2.5 Pro",
      "We buy the AI from Google.",
    ])("keeps %j", (text) => {
      expect(hideAuthor({ text, models: dated })).toBe(text);
    });

    it("keeps a name that the request gives to a person, although it is also a model’s name", () => {
      const text = "Claude's plan is older.";
      expect(hideAuthor({ text, models: dated, request: "Claude and Ada plan a fair." })).toBe(text);
    });
  });

  it("keeps a model's name in the text, but not in a signature, if the request itself mentions it", () => {
    const text = "Call GPT-5 twice.\n— GPT-5\n";
    expect(hideAuthor({ text, models, request: "Compare gpt-5 with our own" })).toBe("Call GPT-5 twice.\n");
  });
});
