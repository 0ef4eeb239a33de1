import { describe, expect, it } from "vitest";
import { content, models, selfReferences, signatures } from "./corpus.fixture.ts";
import { hideAuthor, hideAuthorInPart } from "./hide-author.ts";

/** Every word by which a reader could identify a model of the corpus. */
const telling =
  /claude|gpt|gemini|gemma|llama|deepseek|grok|qwen|mistral|anthropic|openai|google|\bmeta\b|xai|alibaba|opus|sonnet|le chat|\bphi\b|kimi|command r|microsoft|atlas/i;

const inDocument = (text: string): string => `Text before.\n\n${text}\n`;

describe("hideAuthor on the texts of the corpus", () => {
  it.each(signatures)("leaves no name in the signature %j", (text) => {
    const hidden = hideAuthor({ text: inDocument(text), models });
    expect(hidden).toMatch(/^Text before\./);
    expect(hidden).not.toMatch(telling);
  });

  it.each(selfReferences)("turns %j into %j", (said, read) => {
    expect(hideAuthor({ text: inDocument(said), models })).toBe(inDocument(read));
    expect(hideAuthorInPart({ text: said, models })).toBe(read);
  });

  it.each(content)("keeps %j, whichever model wrote it", (text) => {
    const document = inDocument(text);
    const changed = [models, ...models.map((model) => [model])].filter(
      (authors) => hideAuthor({ text: document, models, authors }) !== document,
    );
    expect(changed).toEqual([]);
  });
});

describe("hideAuthor, if the author is known,", () => {
  const [claude, gpt] = ["anthropic/claude-opus-5-5", "openai/gpt-6-sol"];
  const read = (text: string, author: string, request?: string) =>
    hideAuthor({ text, models, authors: [author], request });

  it.each([
    ["an opinion of the author", "Claude would choose the gate.", "the author would choose the gate."],
    ["a proposal of the author", "Claude suggests the gate.", "the author suggests the gate."],
    ["a possession of the author", "Claude's plan is older.", "the author’s plan is older."],
  ])("hides %s, but keeps the same sentence if another model wrote it", (_, text, hidden) => {
    expect([read(text, claude), read(text, gpt)]).toEqual([hidden, text]);
  });

  it.each([
    ["As Claude, I would wait.", "As the author, I would wait."],
    ["Text.\n\n— Claude\n", "Text.\n\n"],
  ])("hides %j even if another model wrote it", (text, hidden) => expect(read(text, gpt)).toBe(hidden));

  it("keeps opinions attributed to the author's model in a text about that model", () => {
    const text = "Claude Opus 5.5 answers guests by mail.\n\nClaude would choose the gate for them.\n";
    expect(read(text, claude)).toBe(text);
  });

  it("hides opinions in a text about the author's model if the author also refers to itself there", () => {
    const text = "Use Claude for the mail.\n\nAs Claude, I would wait.\n\nClaude would choose the gate.\n";
    const hidden = "Use Claude for the mail.\n\nAs the author, I would wait.\n\nthe author would choose the gate.\n";
    expect(read(text, claude)).toBe(hidden);
  });

  it.each([
    "As proposed by Claude, the gate stays.",
    "This plan, written by Claude, is from 2020.",
    "Claude: my tractor is old.",
    "Owners:\n\n- Claude\n",
    "Text.\n\nWritten by Claude\n\nThe old plan.",
  ])("keeps %j if Claude is a person in the request", (text) => {
    expect(read(text, claude, "Claude and Ada plan a fair.")).toBe(text);
  });
});

describe("hideAuthor, depending on where a name is,", () => {
  const read = (text: string) => hideAuthor({ text, models });

  it.each([
    ["above the title", "Claude\n\n# Plan\n\nText.", "\n# Plan\n\nText."],
    ["as the title", "# GPT-6 Sol\n\nText.", "\nText."],
    ["among metadata", "# Plan\n\nModel: gpt-6-sol\nDate: 3 May\n\nText.", "# Plan\n\nDate: 3 May\n\nText."],
    ["at the end of an artifact", "# A\n\nText.\n\n— Claude\n\n# B\n\nText.", "# A\n\nText.\n\n\n# B\n\nText."],
    ["before a rule", "Text.\n\n— Claude\n\n---\n\nText.", "Text.\n\n\n---\n\nText."],
    ["below another signature", "Text.\n\n— Claude\n\n*Written by Claude*\n", "Text.\n\n\n"],
    ["directly below another signature", "Text.\n\nWritten by Claude\n— Claude\n", "Text.\n\n"],
    ["below the same name in another form", "Text.\n\n— Claude\n\nVotre assistant, Claude\n", "Text.\n\n"],
    ["below a list", "- C: One\n- C: Two\n\n— Claude\n", "- C: One\n- C: Two\n\n"],
    ["below a table", "| a |\n|---|\n| b |\n\nClaude\n", "| a |\n|---|\n| b |\n\n"],
    ["in lines that end with a carriage return", "Text.\r\n\r\n— Claude\r\n", "Text.\r\n\r\n"],
    [
      "as the author of a table",
      "| Author | Claude |\n|---|---|\n| a | b |",
      "| Author | the author |\n|---|---|\n| a | b |",
    ],
  ])("removes a name %s", (_, text, hidden) => expect(read(text)).toBe(hidden));

  it.each([
    ["in the middle of an artifact", "Text.\n\n— Claude\n\nText.\n"],
    ["below a heading", "# Suppliers\n\n— Claude\n\nText.\n"],
    ["below the title, as the answer to it", "# Recommended model\n\nGPT-6 Sol\n\nText.\n"],
    ["as the answer to a question", "Which model reads the mail?\n\nClaude\n"],
    ["as the rest of a sentence", "The winner is\n\n**Claude**\n"],
    ["as one of several vendors", "We asked both.\n\nOpenAI\nAnthropic\n"],
    ["as one of several models", "We asked both.\n\n(GPT-5)\n\n(Claude)\n"],
    ["under a quotation", "> Be careful.\n> — Claude\n"],
  ])("keeps a name %s", (_, text) => expect(read(text)).toBe(text));
});

it("hideAuthorInPart keeps a name that is the whole text, such as the default of a question", () => {
  expect(hideAuthorInPart({ text: "Gemini", models })).toBe("Gemini");
});

it("hideAuthor keeps its own marker characters if a text contains them", () => {
  const text = "\uE000o0\uE001 \uE002 Use Claude. \uE000v1\uE001";
  expect(hideAuthor({ text, models })).toBe(text);
});
