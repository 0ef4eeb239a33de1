import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rehearse, startChatProvider, type TestApp, testApp } from "#test";
import { expectLastingNames, tellingWords } from "./prompt-names.fixture.ts";

const models = ["lab/claude-opus-5-5", "lab/gpt-6-sol", "lab/atlas"];
const temperaments = ["atlas", "briar", "cedar"];

/** Every word that could tell a reader which of the three models wrote a text. */
const names = [
  ...models,
  ...models.map((model) => model.slice(4)),
  ...["Claude", "Claude Opus 5.5", "Anthropic", "GPT", "ChatGPT", "GPT-6 Sol", "OpenAI", "Atlas", "lab"],
];

/** Sentences in which the same words belong to the content and are not a signature. */
const content = [
  "Use gpt-6-sol for summaries and Claude Opus 5.5 by Anthropic for the rest.",
  "Invoices are stored in MongoDB Atlas.",
  "The contract with OpenAI ends in May.",
  "OCR: gpt-6-sol will be called twice per page; Claude Opus 5.5 could check the rest.",
  "Our assistant, made by Anthropic, answers phones.",
  "Suppliers considered:\n\n— ChatGPT\n— Claude",
  "The vendor says GPT-6 Sol would cost $2 per million tokens.",
];

/** How each model signs what it writes. */
const signing = [
  {
    frontMatter: "---\nmodel: claude-opus-5-5\nvendor: Anthropic\n---\n\n",
    opening: "**Claude Opus 5.5:** Here is my proposal.\n\nI am Claude, made by Anthropic, and this is my proposal.",
    inside:
      "As Claude Opus 5.5, I prefer the plain way. Claude Opus 5.5 would wait for the audit. En tant que Claude, je propose d'attendre.",
    end: "— Claude (Anthropic)\n\nVotre assistant, Claude",
  },
  {
    frontMatter: "",
    opening: "*Prepared by OpenAI's GPT-6 Sol.*",
    inside:
      "As GPT, I propose the plain way. Speaking as ChatGPT, I would wait for the audit. As an OpenAI model, I cannot know.",
    end: "Best regards,\nGPT-6 Sol",
  },
  {
    frontMatter: "---\nauthor: Atlas\n---\n\n",
    opening: "**Author:** Atlas",
    inside: "I, Atlas, prefer the plain way.",
    end: "Written by Atlas, June 2026\n\nMit freundlichen Grüßen\nAtlas",
  },
];

/** Adds a model's signature to an answer, and the content sentences, which are the same for all models. */
function signed(text: string, model: string): string {
  const { frontMatter, opening, inside, end } = signing[models.indexOf(`lab/${model}`)] ?? signing[0]!;
  const [head = "", ...rest] = text.split(/^(?=# )/m).filter((part) => part.trim() !== "");
  const first = `${head.trimEnd()}\n\n${inside}\n\n${content.join("\n\n")}\n\n`;
  return `${frontMatter}${opening}\n\n${first}${rest.join("")}\n\n${end}\n`;
}

/** The prompt without the content sentences. */
const withoutContent = (prompt: string): string => content.reduce((text, one) => text.replaceAll(one, ""), prompt);

describe("a classic run of three models that sign what they write", () => {
  let t: TestApp;
  let provider: Awaited<ReturnType<typeof startChatProvider>>;
  beforeAll(async () => {
    t = await testApp("pglite");
    provider = await startChatProvider("lab", async ({ model, max_tokens, messages }) => {
      const { text, usage } = await rehearse({
        model: temperaments[models.indexOf(`lab/${model}`)] ?? "atlas",
        instructions: messages.flatMap(({ role, content: said }) => (role === "system" ? said : [])).join("\n"),
        messages: messages.flatMap(({ role, content: said }) => (role === "system" ? [] : { role, content: said })),
        maxOutputTokens: max_tokens,
      });
      const counted = { prompt_tokens: usage.inputTokens, completion_tokens: usage.outputTokens };
      return { pieces: [signed(text, model)], usage: counted };
    });
    const limits = { contextWindow: 128_000, maxOutputTokens: 16_000, tokenizer: "pieces", free: true };
    provider.listIn(
      t.dataDir,
      models.map((id) => ({ id, ...limits })),
    );
    await t.startWorker({ sweeps: false });
  });
  afterAll(async () => {
    await provider[Symbol.asyncDispose]();
    await t[Symbol.asyncDispose]();
  });

  it("shows no signature in any prompt, but keeps the same words where they are content, and keeps the name of every document", {
    timeout: 120_000,
  }, async () => {
    const brief = readFileSync("examples/billing.md", "utf8");
    const { id } = await t.session({
      ...{ brief, models, process: "classic" },
      ...{ auto: true, start: true, acceptFindings: true },
    });
    await t.reach(id, "iteration_complete");
    const { rows } = await expectLastingNames(t.ctx.db, { sessionId: id, models, request: brief });
    const later = rows.filter(({ stage }) => stage !== "thesis");
    expect(later.map(({ prompt }) => content.filter((one) => !prompt.includes(one)))).toEqual(later.map(() => []));
    const told = later.map(({ number, prompt }) => [number, tellingWords(withoutContent(prompt), names)]);
    expect(told).toEqual(later.map(({ number }) => [number, []]));
  });
});
