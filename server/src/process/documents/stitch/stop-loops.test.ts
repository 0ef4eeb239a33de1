import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { joinedText, repetitionsIn } from "./assemble.ts";
import { joinChunks } from "./join-chunks.ts";
import { isStuck, stopLoop } from "./stop-loops.ts";

const before = "# Plan\n\nFirst we measure the hall.\n\n";
const stuck = "We will now describe the plan in more detail, step by step. ";
const row = "| not assigned yet | nobody yet | 16 A |\n";
const table = `# Stalls\n\n| stall | trader | power |\n|---|---|---|\n`;

/** Chunks of a chain whose last chunk ended with `finish`, the others at the output limit. */
const chain = (texts: readonly string[], finish = "length") =>
  texts.map((text, index) => ({ text, finish_reason: index === texts.length - 1 ? finish : "length" }));
const joined = (texts: readonly string[], finish?: string) => joinedText(chain(texts, finish));

describe("an answer that ended properly", () => {
  const line = fc.constantFrom(
    "| not assigned yet | nobody yet | 16 A |",
    "  - [ ] Water bed with 20 litres, then wait a day",
    "- C: One gate.",
    stuck.trim(),
    "",
  );
  const texts = fc
    .array(fc.record({ line, times: fc.integer({ min: 1, max: 40 }) }), { minLength: 1, maxLength: 8 })
    .map((runs) => `${runs.map((run) => `${run.line}\n`.repeat(run.times)).join("")}End.\n`);

  it.each(["stop", "other", "tool-calls"])("keeps equal rows, steps and sentences (finish reason %s)", (finish) => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(joined([text], finish)).toBe(text);
        expect(repetitionsIn(chain([text], finish))).toBe(0);
      }),
      { numRuns: 200 },
    );
  });

  it("keeps equal rows even if an earlier answer of the chain was cut off between them", () => {
    const text = `${table}${row.repeat(14)}\nEnd.\n`;
    const at = table.length + 6 * row.length;
    expect(joined([text.slice(0, at + 9), text.slice(at)], "stop")).toBe(text);
  });

  it("keeps equal sentences if a further request confirmed that it had ended", () => {
    const chunks = [`${before}${stuck.repeat(9)}`, ""].map((text) => ({ text, finish_reason: "interrupted" }));
    expect(joinedText(chunks)).toBe(`${before}${stuck.repeat(9)}`);
  });
});

describe("an answer that was cut off", () => {
  it("loses the loop at its end, in one chunk or across several, and counts the repetitions removed", () => {
    expect(joined([before + stuck.repeat(12)])).toBe(before + stuck);
    expect(repetitionsIn(chain([before + stuck.repeat(12)]))).toBe(11);
    expect(joined([before + stuck.repeat(6), stuck.repeat(6)])).toBe(before + stuck);
    expect(joined([before + stuck.repeat(9).slice(0, -17)])).toBe(before + stuck);
  });

  it.each(["interrupted", "content-filter", "context-window"])("loses the loop (finish reason %s)", (finish) =>
    expect(joined([before + stuck.repeat(12)], finish)).toBe(before + stuck),
  );

  it("ends with a whole line after its loop is removed", () => {
    for (const tail of ["", "| not", row.trimEnd(), "|"]) {
      expect(joined([`${table}${row.repeat(300)}${tail}`])).toBe(`${table}${row}`);
    }
    const node = "### W1.1 Water\n\n- Depends on: none\n- Steps:\n  - [ ] Water the bed\n- Estimate: one day\n\n";
    expect(joined([`${before}${node.repeat(90)}### W1.1 Wa`])).toMatch(
      /\n\n- Depends on: none\n[\s\S]*Estimate: one day\n+$/,
    );
  });

  const loops = fc.record({
    unit: fc.array(fc.constantFrom("word# ", "| a# | b |\n", "- step#\n", "\n", ". ", "x", "é"), {
      minLength: 1,
      maxLength: 30,
    }),
    times: fc.integer({ min: 200, max: 600 }),
    cut: fc.nat({ max: 40 }),
    cuts: fc.array(fc.nat(), { maxLength: 4 }),
  });

  it("keeps one repetition and everything before it, wherever its chunks were cut", () => {
    fc.assert(
      fc.property(loops, ({ unit, times, cut, cuts }) => {
        // Every piece has its own number: lines that repeat within one repetition could be taken for an overlap.
        const words = `again, ${unit.map((one, index) => one.replace("#", String(index))).join("")}`;
        const text = `${before}${words.repeat(times)}`;
        const end = text.slice(0, text.length - (cut % words.length));
        const places = cuts.map((place) => place % end.length).sort((a, b) => a - b);
        const chunks = [0, ...places].map((place, index) => end.slice(place, places[index]));
        const whole = stopLoop(joinChunks(chunks)).text;
        expect(whole.startsWith(before)).toBe(true);
        expect(whole).toContain(words.trim());
        expect(whole.length).toBeLessThan(before.length + 4 * words.length);
      }),
      { numRuns: 200 },
    );
  });

  it("keeps equal rows and steps of a table or list that is not long enough to be a loop", () => {
    for (const text of [
      `${table}${row.repeat(12)}`,
      `${before}${"- [ ] Water bed with 20 litres, then wait a day\n".repeat(15)}`,
    ]) {
      expect(joined([text])).toBe(text);
    }
  });

  it("keeps repetitions that are too few, too short or without words", () => {
    for (const text of [`${"-".repeat(900)}\n`, "| tbd | tbd |\n".repeat(12), stuck.repeat(3), "\n".repeat(900)]) {
      expect(joined([text])).toBe(text);
    }
  });

  it("keeps repetitions that are followed by other text, because the model was not stuck", () => {
    const text = `${before}${stuck.repeat(9)}\n\n# Then\n\nWe build.`;
    expect(joined([text])).toBe(text);
  });
});

describe("isStuck", () => {
  it("recognizes a loop at the end of a chain, in one chunk or across several, and a repeated last chunk", () => {
    expect(isStuck([`Intro. ${stuck.repeat(12).slice(0, -5)}`])).toBe(true);
    expect(isStuck([`Intro. ${stuck.repeat(3)}`, stuck.slice(0, 30), `${stuck.slice(30)}${stuck.repeat(4)}`])).toBe(
      true,
    );
    const long = Array.from({ length: 60 }, (_, n) => `We measure hall ${n}. `).join("");
    expect(isStuck([long, long])).toBe(true);
    expect(isStuck([long, `${long}And the next.`])).toBe(false);
    expect(isStuck(["| 0 | 0 |\n", "| 0 | 0 |\n"])).toBe(false);
    expect(isStuck([`${stuck.repeat(12)}And then it went on, differently from all that.`])).toBe(false);
    expect(isStuck([stuck])).toBe(false);
    expect(isStuck([])).toBe(false);
  });

  it("recognizes a loop of long paragraphs", () => {
    const paragraph = Array.from({ length: 60 }, (_, n) => `We measure hall ${n}. `).join("");
    expect(isStuck([paragraph.repeat(5).slice(0, -40)])).toBe(true);
  });

  it("is false for a table or list with a dozen equal entries, and true once there are far too many", () => {
    expect(isStuck([`${table}${row.repeat(12)}`])).toBe(false);
    expect(isStuck([`${table}${row.repeat(300)}`])).toBe(true);
  });
});
