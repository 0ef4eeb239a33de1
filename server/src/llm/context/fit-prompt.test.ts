import { describe, expect, it } from "vitest";
import { z } from "zod";
import { countBy, type ModelTerms, termsOf } from "#models";
import { rehearsedSettings } from "#rehearsed";
import { assemble, type FitInput, fitPrompt, type Ingredients } from "./index.ts";
import { anyIngredients, createChance, prose, sentence, untouched } from "./prompts.fixture.ts";

const tools = { approvalShare: 20 };
const termsFor = (id: string): ModelTerms => termsOf(id, rehearsedSettings);

const fit = (ingredients: Ingredients, contextWindow: number, more: Partial<FitInput> = {}) =>
  fitPrompt({ db: untouched }, tools, {
    ingredients,
    model: termsFor("rehearsal/atlas"),
    maxOutputTokens: 100,
    purpose: "test",
    payer: null,
    contextWindow,
    factor: 1.02,
    ...more,
  });

/** The fitted prompt, or null if the prompt cannot be made to fit. */
async function fitted(
  ingredients: Ingredients,
  contextWindow: number,
  more: { model?: ModelTerms; factor?: number } = {},
) {
  try {
    const outcome = await fit(ingredients, contextWindow, more);
    if (!outcome.ok) throw new Error(outcome.why.reason);
    return outcome;
  } catch (error) {
    expect(error).toMatchObject({ code: "context_window" });
    return null;
  }
}

const plain = { systemInstruction: "", conversationHistory: [], resourceDocuments: [] };
const pieces = (text: string): number => countBy("pieces", text);
const charactersBy31 = (text: string): number => Math.ceil(text.length / 3.1);
type Sent = { instructions: string; messages: { role: string; content: string }[] };
const sentTo = (count: (text: string) => number, { instructions, messages }: Sent): number =>
  messages.reduce((sum, { content }) => sum + 4 + count(content), 4 + count(instructions));

function expectProtected(ingredients: Ingredients, { instructions, messages }: Sent): void {
  const { systemInstruction, preamble = "", conversationHistory: history, resourceDocuments } = ingredients;
  const first = messages.find(({ role }) => role === "user")?.content ?? "";
  const own = history[0]?.content ?? ingredients.currentUserPrompt;
  const fixed = resourceDocuments.every(({ before = "", text, after = "", isProtected }) =>
    first.includes(isProtected ? `${before}${text}${after}` : before),
  );
  const answers = history.flatMap(({ role }, index) => (role === "assistant" ? [index] : []));
  const end = answers.at(-2) ?? Number.POSITIVE_INFINITY;
  const kept = history.filter((_, index) => index === answers[0] || index >= end);
  const said = messages.map(({ content }) => content);
  expect({
    instructions,
    begins: first.startsWith(preamble),
    ends: first.endsWith(own),
    last: said.at(-1)?.endsWith(ingredients.currentUserPrompt),
    fixed,
    history: kept.every(({ content }) => said.includes(content)),
  }).toEqual({ instructions: systemInstruction, begins: true, ends: true, last: true, fixed: true, history: true });
}

describe("fitting a prompt", () => {
  it("never exceeds the window, not even by one token, and sends protected parts byte for byte", async () => {
    // A thousand prompts: half for a model with our token count, half for a model with a very different count.
    let shortened = 0;
    for (let seed = 1; seed <= 1000; seed += 1) {
      const ingredients = anyIngredients(seed);
      const contextWindow = 300 + Math.floor(sentTo(pieces, assemble(ingredients)) * (0.4 + createChance(seed).next()));
      const isForeign = seed % 2 === 0;
      // The factor that would have been learned from earlier calls: the largest ratio of the model's count to ours.
      const other = { model: termsFor("openai/gpt-6-sol"), factor: 1.4 };
      const outcome = await fitted(ingredients, contextWindow, isForeign ? other : {});
      if (!outcome) continue;
      expect(sentTo(isForeign ? charactersBy31 : pieces, outcome)).toBeLessThanOrEqual(contextWindow - 100);
      expectProtected(ingredients, outcome);
      shortened += outcome.receipt ? 1 : 0;
    }
    expect(shortened).toBeGreaterThan(250);
  }, 120_000);

  it("leaves little of the window empty, however large the documents are", async () => {
    const empty: number[] = [];
    for (let seed = 1; seed <= 12; seed += 1) {
      const chance = createChance(seed);
      const resourceDocuments = ["a", "b"].map((id) => ({ id, text: prose(chance, 150 + chance.below(300)) }));
      const contextWindow = 1_000 + chance.below(5_000);
      const outcome = await fitted({ ...plain, resourceDocuments, currentUserPrompt: "What?" }, contextWindow);
      if (outcome?.receipt) empty.push(1 - outcome.tokens / outcome.receipt.inputLimit);
    }
    expect(empty.length).toBeGreaterThan(8);
    expect(empty.reduce((sum, one) => sum + one, 0) / empty.length).toBeLessThan(0.04);
  });

  it("does not change a prompt that fits, and always shortens the same prompt the same way", async () => {
    const chance = createChance(1);
    const resourceDocuments = ["a", "b", "c"].map((id) => ({ id, text: prose(chance, 60) }));
    const ingredients = { ...plain, resourceDocuments, currentUserPrompt: sentence(chance) };
    const whole = await fitted(ingredients, 1_000_000);
    expect(whole).toMatchObject({ receipt: null, indexMs: 0 });
    const once = await fitted(ingredients, 1_500);
    expect(once?.receipt?.parts.length).toBeGreaterThan(0);
    expect((await fitted(ingredients, 1_500))?.messages).toEqual(once?.messages);
    // Fitting a fitted prompt changes nothing.
    const again = {
      ...ingredients,
      resourceDocuments: [],
      preamble: undefined,
      conversationHistory: [],
      currentUserPrompt: once?.messages[0]?.content ?? "",
    };
    expect(await fitted(again, 1_600)).toMatchObject({ receipt: null });
  });

  it("shortens the least relevant parts to the minimum, the last one only as far as needed, and reports all of them", async () => {
    const chance = createChance(3);
    const documents = Array.from({ length: 6 }, (_, n) => ({
      id: `d${n}`,
      label: `Paper ${n}`,
      text: prose(chance, 80),
      relevance: n / 5,
    }));
    const ingredients = {
      systemInstruction: "Be brief.",
      conversationHistory: [],
      resourceDocuments: documents,
      currentUserPrompt: documents[5]?.text.slice(0, 200) ?? "",
    };
    const outcome = await fitted(ingredients, 6_000);
    const parts = outcome?.receipt?.parts ?? [];
    expect(outcome?.receipt).toMatchObject({ contextWindow: 6_000, tokensAfter: outcome?.tokens });
    // The parts with the lowest scores are shortened first. Paper 0 has no relevance; the question is about Paper 5.
    expect(parts.map(({ label }) => label)).toContain("Paper 0");
    expect(parts.map(({ label }) => label)).not.toContain("Paper 5");
    for (const [index, { from, to, id, kept }] of parts.entries()) {
      const share = to / from;
      expect(share).toBeLessThanOrEqual(index < parts.length - 1 ? 0.05 : 0.95);
      const text = documents.find((one) => one.id === id)?.text ?? "";
      const sent = outcome?.messages[0]?.content ?? "";
      for (let at = 0; at < kept.length; at += 2) expect(sent).toContain(text.slice(kept[at], kept[at + 1]));
    }
  });
});

describe("a prompt that fits", () => {
  it("is sent unchanged, however many parts it has", async () => {
    const many = (text: string) => Array.from({ length: 2_000 }, (_, n) => ({ id: `d${n}`, text }));
    for (const text of ["", "x", "Two words."]) {
      const ingredients = { ...plain, currentUserPrompt: "What?", resourceDocuments: many(text) };
      const { instructions, messages } = assemble(ingredients);
      const tokens = messages.reduce((sum, { content }) => sum + 8 + pieces(content), 8 + pieces(instructions));
      expect(await fit(ingredients, 102 + Math.ceil(tokens * 1.02))).toMatchObject({ receipt: null, tokens });
    }
  });
});

describe("a prompt that cannot fit", () => {
  it("gets a lower output cap if it then fits and the cap is still useful, and is refused otherwise", async () => {
    const ingredients = { ...plain, currentUserPrompt: prose(createChance(7), 200) };
    const sent = Math.ceil(sentTo(pieces, assemble(ingredients)) * 1.02);
    const answer = { maxOutputTokens: 4_000, usefulOutputTokens: 300 };
    const outcome = await fit(ingredients, sent + 500, answer);
    if (!outcome.ok) throw new Error(outcome.why.reason);
    expect(outcome.maxOutputTokens).toBeGreaterThanOrEqual(300);
    expect(sent + outcome.maxOutputTokens).toBeLessThanOrEqual(sent + 500);
    expect(outcome.messages.at(-1)?.content).toBe(ingredients.currentUserPrompt);
    // An answer this small would be cut off at once, and still be paid for.
    await expect(fit(ingredients, sent + 250, answer)).rejects.toMatchObject({ code: "context_window" });
    await expect(fit(ingredients, sent + 500, { maxOutputTokens: 4_000 })).rejects.toMatchObject({
      code: "context_window",
    });
  });

  it("is refused if nothing in it can be shortened, and no document text makes fitting loop forever", async () => {
    const prompt = { ...plain, currentUserPrompt: "word ".repeat(5_000) };
    await expect(fit(prompt, 0)).rejects.toMatchObject({ code: "context_window" });
    await expect(fit(prompt, 1_000)).rejects.toMatchObject({ code: "context_window" });
    const garbage = Array.from({ length: 60_000 }, (_, n) => String.fromCharCode((n * 7919) % 0xffff)).join("");
    const texts = [
      garbage,
      "```\n".repeat(3_333),
      "x".repeat(300_000),
      "\uD800".repeat(50_000),
      "line\n".repeat(1_000_000),
      "\0\0\n".repeat(3_000),
    ];
    for (const text of texts) {
      const outcome = await fit(
        { ...plain, currentUserPrompt: "What?", resourceDocuments: [{ id: "d", text }] },
        300 + Math.ceil(pieces(text) / 8),
      );
      expect(outcome).toMatchObject({ ok: true, receipt: { parts: [{ id: "d" }] } });
    }
  }, 120_000);

  it("is refused if two of its parts have the same id", async () => {
    const twice = [
      { id: "d", text: "one" },
      { id: "d", text: "two" },
    ];
    await expect(fit({ ...plain, currentUserPrompt: "What?", resourceDocuments: twice }, 1_000)).rejects.toMatchObject({
      code: "invalid_input",
    });
  });
});

describe("tools and the answer's schema", () => {
  const about = "Finds the documents of this project that hold these words, the newest first. ".repeat(10);
  const tools = [{ name: "search", description: about, input: z.object({ query: z.string() }) }];
  const schema = z.object({ title: z.string().describe(about) });
  const ingredients = {
    ...plain,
    currentUserPrompt: "Go.",
    resourceDocuments: [{ id: "d", text: prose(createChance(3), 40) }],
  };

  it.each([
    ["tools", { tools }],
    ["a schema", { schema }],
  ])("share the window with the prompt: %s", async (_, more) => {
    const whole = sentTo(pieces, assemble(ingredients));
    const contextWindow = Math.ceil(whole * 1.1) + 100;
    expect(await fit(ingredients, contextWindow)).toMatchObject({ receipt: null });
    const outcome = await fit(ingredients, contextWindow + 500, more);
    if (!outcome.ok || !outcome.receipt) throw new Error("Nothing was shortened.");
    // 400 tokens are for the provider's own instructions about tools or schema.
    expect(outcome.tokens).toBeLessThanOrEqual(contextWindow + 500 - 100 - 400 - pieces(about));
  });

  it("that leave no room for the prompt are refused before anything is sent", async () => {
    await expect(fit({ ...plain, currentUserPrompt: "Go." }, 600, { tools })).rejects.toMatchObject({
      code: "context_window",
    });
  });
});
