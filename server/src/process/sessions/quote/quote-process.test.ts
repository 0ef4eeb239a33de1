import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { costOf, type ListedTerms, leastCost, mostCost } from "#models";
import { shippedProcess } from "#recipes";
import { type QuoteInput, quoteProcess } from "./quote-process.ts";

const prices = {
  input: 3_000_000,
  cachedInput: 300_000,
  cacheWrite: 3_750_000,
  output: 15_000_000,
  reasoning: 16_000_000,
};
const model = (id: string, more: Partial<ListedTerms> = {}): ListedTerms => ({
  id,
  contextWindow: 200_000,
  maxOutputTokens: 8_000,
  tokenizer: "own",
  prices,
  api: "chat",
  source: "file",
  noted: "2026-11-15",
  why: null,
  ...more,
});
const [one, two, three] = [model("own/one"), model("own/two"), model("own/three")];
const processes = { classic: shippedProcess("classic"), brief: shippedProcess("brief") };
const quote = (more: Partial<QuoteInput> = {}) =>
  quoteProcess({
    process: processes.brief,
    brief: "Plant a hedge along the road, 40 m long, before the frost.",
    terms: [one],
    leadModel: "own/one",
    maxOutputTokens: null,
    continuations: 5,
    proposals: 1,
    ...more,
  });
const plain = { cachedInputTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 };
const fail = (): never => {
  throw new Error("The quote has no stage.");
};
const rising = (low: string, expected: string, high: string) =>
  BigInt(low) <= BigInt(expected) && BigInt(expected) <= BigInt(high);

describe("a quote", () => {
  it("for a further iteration covers only the stages that it repeats, with the progress so far in their prompts", () => {
    const whole = quote({ process: processes.classic, terms: [one, two] });
    const further = (progress: string) =>
      quote({ process: processes.classic, terms: [one, two], further: { from: "paralysis", progress } });
    const plain = further("");
    expect([plain.calls, plain.stages]).toEqual([1, [whole.stages.at(-1)]]);
    expect(plain.expected).toBe(whole.stages.at(-1)?.expected);
    const told = further("M1 is done. ".repeat(1000));
    for (const course of ["low", "expected"] as const)
      expect(Number(told[course])).toBeGreaterThan(Number(plain[course]));
    expect(quote({ further: { from: "thesis", progress: "" } }).calls).toBe(quote().calls);
  });

  it.each([
    ["classic", [one], 7],
    ["classic", [one, two], 22],
    ["classic", [one, two, three], 53],
    ["brief", [one, two, three], 17],
  ] as const)("for the process %s counts the calls of its recipes", (key, terms, calls) => {
    const made = quote({ process: processes[key], terms });
    expect(made).toMatchObject({ process: key, calls, models: terms.map(({ id }) => id), free: false });
    expect(made.stages.map(({ stage }) => stage)).toEqual([
      "thesis",
      "antithesis",
      "synthesis",
      "parenthesis",
      "paralysis",
    ]);
  });

  it("is the sum of its stages", () => {
    const made = quote({ terms: [one, two] });
    const sum = (of: (stage: (typeof made.stages)[number]) => bigint) =>
      made.stages.reduce((total, stage) => total + of(stage), 0n);
    expect(sum(({ low }) => BigInt(low))).toBe(BigInt(made.low));
    expect(sum(({ expected }) => BigInt(expected))).toBe(BigInt(made.expected));
    expect(sum(({ high }) => BigInt(high))).toBe(BigInt(made.high));
    expect(sum(({ inputTokens, outputTokens }) => BigInt(inputTokens.high + outputTokens.high))).toBe(
      BigInt(made.tokens.high),
    );
  });

  it("assumes for its high end that every answer reaches the cap in every allowed request", () => {
    const made = quote({ maxOutputTokens: 1_000 });
    expect(made.stages.map(({ outputTokens }) => outputTokens.high)).toEqual([6_000, 6_000, 6_000, 6_000, 6_000]);
    // The model's own cap is 8,000 tokens, so a chosen cap of 1,000 lowers it and one of 10,000 does not.
    expect(BigInt(made.high)).toBeLessThan(BigInt(quote().high));
    expect(quote({ maxOutputTokens: 10_000 }).high).toBe(quote().high);
  });

  it("uses the cheapest rates for its low end, the plain rates for its middle, and the most expensive rates for its high end", () => {
    const { low, expected, high, inputTokens, outputTokens } = quote({ terms: [one] }).stages[0] ?? fail();
    const of = (end: "low" | "expected" | "high") => ({
      inputTokens: inputTokens[end],
      outputTokens: outputTokens[end],
    });
    expect(BigInt(low)).toBe(leastCost(prices, of("low"))); // one call with one request
    expect(BigInt(expected)).toBe(costOf(prices, { ...plain, ...of("expected") }));
    const most = mostCost(prices, of("high")); // six requests, each rounded up separately
    expect(BigInt(high)).toBeGreaterThanOrEqual(most);
    expect(BigInt(high)).toBeLessThan(most + 6n);
  });

  it("uses the prices of each call's own model", () => {
    const dear = model("own/dear", { prices: { ...prices, output: 150_000_000, reasoning: 150_000_000 } });
    const led = (leadModel: string) => quote({ terms: [one, dear], leadModel });
    expect(BigInt(led("own/dear").expected)).toBeGreaterThan(BigInt(led("own/one").expected));
    expect(led("own/dear").stages[0]).toEqual(led("own/one").stages[0]); // every model writes a thesis, independent of the lead
  });

  it("is zero for free models, and counts only paid models in a mix", () => {
    const free = [model("rehearsal/atlas", { prices: null }), model("rehearsal/briar", { prices: null })];
    const gratis = quote({ terms: free, leadModel: "rehearsal/atlas" });
    expect(gratis).toMatchObject({ low: "0", expected: "0", high: "0", free: true });
    expect(gratis.notes).toEqual(["Rehearsal models cost nothing."]);
    expect(gratis.tokens.expected).toBeGreaterThan(10_000);
    const mixed = quote({ terms: [...free.slice(0, 1), one], leadModel: "rehearsal/atlas" });
    expect(mixed.free).toBe(false);
    expect(mixed.stages.at(-1)?.high).toBe("0"); // the free model leads
    expect(mixed.stages[0]?.expected).toBe(quote().stages[0]?.expected);
  });

  it("if no lead is chosen, assumes the most expensive model as lead, and the cheapest for the low end of the range", () => {
    const dear = model("own/dear", { prices: { ...prices, input: 9_000_000, output: 90_000_000 } });
    const terms = [one, dear];
    const open = quote({ terms, leadModel: null });
    const [led, dearly] = [quote({ terms, leadModel: "own/one" }), quote({ terms, leadModel: "own/dear" })];
    expect([open.low, open.expected, open.high]).toEqual([led.low, dearly.expected, dearly.high]);
    expect(open.leadModel).toBe("own/one");
    expect(open.notes.join()).toMatch(/assumes the most expensive one/);
    expect(led.notes.join()).not.toMatch(/assumes the most expensive one/);
    // The first stage does not depend on the lead, because every model writes a thesis.
    expect(open.stages[0]).toEqual(led.stages[0]);
    expect(quote({ leadModel: null })).toEqual(quote());
  });

  it("counts the claims and questions in later prompts", () => {
    const bare = structuredClone(processes.brief);
    for (const step of bare.stages[0]?.recipe.steps ?? [])
      for (const artifact of step.artifacts) if (artifact.key === "claims") artifact.key = "assertions";
    const [, critic, synthesis] = quote().stages;
    const [, criticBare, synthesisBare] = quote({ process: bare }).stages;
    const more = (a = critic, b = criticBare) => (a?.inputTokens.expected ?? 0) - (b?.inputTokens.expected ?? 0);
    expect(more()).toBe(700); // the tokens of 500 words
    expect(more(synthesis, synthesisBare)).toBe(700);
    expect(quote({ terms: [one, two] }).stages[3]?.inputTokens.expected).toBeGreaterThan(
      quote({ terms: [one, two], process: bare }).stages[3]?.inputTokens.expected ?? 0,
    );
  });

  it("grows with the length of the brief, once per call", () => {
    const more = 1_000;
    const long = quote({ brief: `${"word ".repeat(more)}end` });
    const short = quote({ brief: "end" });
    expect(long.tokens.low - short.tokens.low).toBe(more * 5);
  });

  it("keeps low <= expected <= high for every choice", () => {
    const writer = fc.record({
      contextWindow: fc.integer({ min: 2_000, max: 1_000_000 }),
      maxOutputTokens: fc.integer({ min: 1, max: 128_000 }),
      tokenizer: fc.constantFrom("a", "b", "unknown"),
      prices: fc.constantFrom(null, prices, { ...prices, cacheWrite: 1, output: 1 }),
    });
    const input = fc.record({
      process: fc.constantFrom(processes.brief, processes.classic),
      brief: fc.string({ minLength: 1, maxLength: 5_000 }),
      terms: fc.array(writer, { minLength: 1, maxLength: 3 }),
      maxOutputTokens: fc.option(fc.integer({ min: 64, max: 50_000 })),
      continuations: fc.integer({ min: 0, max: 30 }),
      proposals: fc.integer({ min: 1, max: 3 }),
    });
    fc.assert(
      fc.property(input, (given) => {
        const terms = given.terms.map((more, index) => model(`own/${index}`, more));
        const made = quoteProcess({ ...given, terms, leadModel: "own/0" });
        for (const { low, expected, high } of [made, ...made.stages]) expect(rising(low, expected, high)).toBe(true);
        expect(made.tokens.low).toBeLessThanOrEqual(made.tokens.expected);
        expect(made.tokens.expected).toBeLessThanOrEqual(made.tokens.high);
      }),
      { numRuns: 40 },
    );
  });
});

describe("a step that combines large inputs", () => {
  const combining: typeof processes.brief = {
    ...processes.brief,
    stages: processes.brief.stages.map((stage) => ({
      ...stage,
      recipe: {
        ...stage.recipe,
        combining: { instructions: "Combine faithfully.", prompt: "Combine {{documents}}.", promptVersion: 1 },
        steps: stage.recipe.steps.map((step) => ({ ...step, oversize: "combine" as const })),
      },
    })),
  };
  const small = model("own/one", { contextWindow: 24_000, maxOutputTokens: 4_000 });

  it("has a higher expected price and a higher high price if its inputs are too large, and the same prices if they fit", () => {
    const terms = [small, two];
    const [plainly, combined] = [quote({ terms }), quote({ terms, process: combining })];
    expect(combined.low).toBe(plainly.low);
    // The inputs are known to be too large, so the calls that combine them are both counted and priced.
    expect(combined.calls).toBeGreaterThan(plainly.calls);
    expect(BigInt(combined.expected)).toBeGreaterThan(BigInt(plainly.expected));
    expect(BigInt(combined.expected)).toBeLessThan(BigInt(combined.high));
    expect(BigInt(combined.high)).toBeGreaterThan(BigInt(plainly.high));
    expect(combined.stages[0]).toEqual(plainly.stages[0]);
    expect(combined.notes.join()).toMatch(/from the synthesis stage onwards, .+: its inputs will be combined first\./);
    const large = model("own/one", { contextWindow: 100_000_000 });
    expect(quote({ terms: [large], process: combining })).toEqual(quote({ terms: [large] }));
  });

  it("includes combining only in the high price if its inputs will probably fit", () => {
    const terms = [one, two];
    const [plainly, combined] = [quote({ terms }), quote({ terms, process: combining })];
    expect(combined.high).not.toBe(plainly.high);
    expect({ ...combined, high: "", tokens: "", stages: [] }).toEqual({ ...plainly, high: "", tokens: "", stages: [] });
  });

  it("is quoted with a number of combining calls that is in proportion to the size of its inputs", () => {
    const callsAt = (contextWindow: number) => {
      const terms = [model("own/one", { contextWindow, maxOutputTokens: 2_000 }), two];
      const [plainly, combined] = [quote({ terms }), quote({ terms, process: combining })];
      return { more: combined.calls - plainly.calls, times: Number(combined.high) / Number(plainly.high) };
    };
    const [few, many] = [callsAt(24_000), callsAt(12_000)];
    expect(many.more).toBeGreaterThan(few.more);
    expect(many.more).toBeLessThan(4 * few.more + 4);
    for (const { times } of [few, many]) expect(times).toBeLessThan(30);
  });
});

describe("the notes of a quote", () => {
  it("state the date of the prices, which prices are the user's own, and which keys are missing", () => {
    const own = model("own/own", { noted: null, why: "Set OWN_KEY to use own/own." });
    const { notes } = quote({ terms: [one, two, own] });
    expect(notes).toContain("The prices of own/one, own/two are from 2026-11-15. Providers change their prices.");
    expect(notes).toContain("The prices of own/own are your own, from models.json.");
    expect(notes).toContain("Set OWN_KEY to use own/own.");
  });

  it("warn about a brief that exceeds a window, naming the model and the stage", () => {
    const [note] = quote({ brief: "word ".repeat(300_000) }).notes.filter((text) => /window/.test(text));
    expect(note).toMatch(
      /^own\/one has a window of 200000 tokens, and from the thesis stage onwards, .+: it will be refused\./,
    );
    expect(quote().notes.join()).not.toMatch(/window/);
  });

  it("state the first stage in whose prompts documents will be shortened", () => {
    const small = model("own/one", { contextWindow: 24_000 });
    const [note] = quote({ terms: [small, two] }).notes.filter((text) => /window/.test(text));
    expect(note).toMatch(/from the synthesis stage onwards, .+: its least important parts will be shortened/);
    const brief = "word ".repeat(14_000);
    expect(quote({ brief, terms: [small, two] }).notes.join()).toMatch(
      /from the thesis stage onwards, .+: it may well be refused\./,
    );
  });

  it("warn about caps that will cut documents off", () => {
    expect(quote({ maxOutputTokens: 100 }).notes.join()).toMatch(
      /With 100 tokens per answer and 6 answers per document, .+ cut off/,
    );
    expect(quote({ maxOutputTokens: 2_000 }).notes.join()).not.toMatch(/cut off/);
    const [once, often] = [0, 60].map((continuations) => quote({ maxOutputTokens: 100, continuations }));
    expect(once?.notes.join()).toMatch(/With 100 tokens per answer and one answer per document, .+ cut off/);
    expect(often?.notes.join()).not.toMatch(/cut off/);
    expect(BigInt(once?.high ?? 0)).toBeLessThan(BigInt(quote({ maxOutputTokens: 100 }).high));
  });
});
