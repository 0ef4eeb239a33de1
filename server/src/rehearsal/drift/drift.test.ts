import { describe, expect, it } from "vitest";
import { readAnswer } from "../../process/documents/read/read-answer.ts";
import { expectedIn, markup, wordsOf } from "../../process/documents/read/shapes.fixture.ts";
import type { PromptMessage } from "../model/prompt-messages.ts";
import { briefs } from "../sample-briefs.fixture.ts";
import { rehearse } from "../sample-process.fixture.ts";
import { samplePrompt, taskSection, wantedBy, write } from "../sample-prompts.fixture.ts";
import { createDice } from "./dice.ts";
import { deform, writeCarelessly } from "./write-carelessly.ts";

const seeds = Array.from({ length: 40 }, (_, index) => String(index + 1));
const prompt = samplePrompt({ request: briefs.popup });

describe("the careless model", () => {
  it("writes the same bytes for the same seed and prompt, and usually different bytes for another seed", () => {
    expect(writeCarelessly("7", prompt)).toBe(writeCarelessly("7", prompt));
    expect(writeCarelessly("7", prompt)).toBe(
      writeCarelessly("7", samplePrompt({ request: briefs.popup, nonce: "ffffffffffff" })),
    );
    expect(new Set(seeds.map((seed) => writeCarelessly(seed, prompt))).size).toBeGreaterThan(30);
  });

  it("continues where it was cut off", () => {
    for (const seed of seeds.slice(0, 10)) {
      const whole = writeCarelessly(seed, prompt);
      const said: PromptMessage[] = [
        { role: "assistant", text: whole.slice(0, 900) },
        { role: "user", text: "Continue exactly where you stopped." },
      ];
      expect(whole.slice(0, 900) + writeCarelessly(seed, [...prompt, ...said])).toBe(whole);
    }
  });

  it("sometimes leaves an artifact out, but always writes it when asked again", () => {
    const expected = { artifacts: expectedIn("thesis") };
    const missing = seeds.filter((seed) => readAnswer(writeCarelessly(seed, prompt), expected).problems.length > 0);
    expect(missing.length).toBeGreaterThan(0);
    expect(missing.length).toBeLessThan(seeds.length / 2);
    for (const seed of missing) {
      const first = writeCarelessly(seed, prompt);
      const lacking = readAnswer(first, expected).problems.map(({ title }) => title);
      const wanted = wantedBy.propose.filter(({ heading }) => lacking.includes(heading));
      const again: PromptMessage[] = [
        ...prompt,
        { role: "assistant", text: first },
        { role: "user", text: taskSection({ wanted }) },
      ];
      const artifacts = expected.artifacts.filter(({ title }) => lacking.includes(title));
      expect([seed, readAnswer(writeCarelessly(seed, again), { artifacts }).problems]).toEqual([seed, []]);
    }
  });

  it("changes only the format, so that the parser reads the same words", () => {
    const runs = rehearse(briefs.garden, ["cedar"]);
    for (const { step, markdown } of runs) {
      if (step === "pairwise" || step === "reduce" || step === "final") continue;
      const stage = { propose: "thesis", critique: "antithesis", formalise: "parenthesis", "break-down": "paralysis" }[
        step
      ];
      for (const seed of seeds) {
        const read = readAnswer(deform(markdown, createDice(seed)), { artifacts: expectedIn(stage) });
        const kept = wordsOf(read.markdown);
        const lost = [...wordsOf(markdown)].filter(
          (word) => !kept.has(word) && !markup.has(word) && !renamed.has(word),
        );
        expect([step, seed, lost]).toEqual([step, seed, []]);
        expect([step, seed, read.problems]).toEqual([step, seed, []]);
      }
    }
    expect(write("cedar", { request: briefs.garden })).toBe(runs[0]?.markdown);
  });
});

/** Words in field names that some shapes translate. */
const renamed = new Set(["outcome", "requirements", "when", "estimate"]);
