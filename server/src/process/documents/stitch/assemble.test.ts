import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assembleChunks, joinedText } from "./assemble.ts";
import { isStuck } from "./stop-loops.ts";

/** Every word has its own number, so that no 40 characters repeat by accident: real prose does not repeat either. */
const word = fc.constantFrom("plan", "risk", "- ", "\n", "\n\n", "# ", "| ", "😀", "é", "```\n", " ");
const prose = fc
  .array(word, { minLength: 1, maxLength: 400 })
  .map((words) => words.map((one, index) => `${one}${index} `).join(""));

/** A text cut at random positions; each piece may repeat the last `overlap` characters before it. */
const cutText = fc
  .tuple(
    prose,
    fc.array(fc.record({ at: fc.nat(), overlap: fc.option(fc.integer({ min: 40, max: 200 }), { nil: 0 }) }), {
      maxLength: 6,
    }),
  )
  .map(([text, cuts]) => {
    const places = cuts.map((cut) => ({ ...cut, at: cut.at % (text.length + 1) })).sort((a, b) => a.at - b.at);
    const starts = [{ at: 0, overlap: 0 }, ...places];
    const chunks = starts.map(({ at, overlap }, index) => {
      const before = starts[index - 1]?.at ?? 0;
      // A piece can repeat only text that exists, and a repetition of less than 40 characters is not treated as an overlap.
      const repeated = at - before >= 40 ? Math.min(overlap, at - before) : 0;
      return text.slice(at - repeated, starts[index + 1]?.at);
    });
    return { text, chunks };
  });

describe("assembleChunks", () => {
  it("restores a text that was cut anywhere, with an overlap of at least 40 characters or with none", () => {
    fc.assert(
      fc.property(cutText, ({ text, chunks }) => {
        expect(assembleChunks(chunks)).toBe(text);
      }),
      { numRuns: 1500 },
    );
  });

  it("treats two whole repeated lines as an overlap, however short", () => {
    expect(assembleChunks(["- tea\n- milk\n", "- tea\n- milk\n- sugar\n"])).toBe("- tea\n- milk\n- sugar\n");
    expect(assembleChunks(["x\n- tea\n- milk", "- tea\n- milk\n- sugar\n"])).toBe("x\n- tea\n- milk\n- sugar\n");
  });

  it.each([
    ["one short line", ["- tea\n- milk\n", "- milk\n- sugar\n"]],
    ["a part of a line", ["the plan for the ", "the plan for the day"]],
    ["lines that say nothing", ["  }\n}\n", "  }\n}\n"]],
    ["two lines, the first not whole", ["black tea\nmilk\n", "tea\nmilk\nsugar"]],
  ])("keeps %s, because the repetition is a coincidence", (_, chunks) =>
    expect(assembleChunks(chunks)).toBe(chunks.join("")),
  );

  const shortLines = fc
    .tuple(fc.array(fc.constantFrom("a", "- b", "| c |", "  d"), { minLength: 4, maxLength: 40 }), fc.nat(), fc.nat())
    .map(([lines, at, lap]) => {
      const said = lines.map((line, index) => `${line}${index}\n`);
      const cut = 2 + (at % (said.length - 2));
      const again = said.slice(Math.max(0, cut - 2 - (lap % 3)), cut);
      return { text: said.join(""), chunks: [said.slice(0, cut), [...again, ...said.slice(cut)]] };
    });

  it("treats two or more whole repeated lines as an overlap, anywhere", () => {
    fc.assert(
      fc.property(shortLines, ({ text, chunks }) => {
        expect(assembleChunks(chunks.map((lines) => lines.join("")))).toBe(text);
      }),
      { numRuns: 300 },
    );
  });

  it("adds nothing if a chunk only repeats the text before it", () => {
    const text = "The loading dock opens at six in the morning and closes at noon.";
    expect(assembleChunks([text, text, ""])).toBe(text);
  });

  const stuck = "We will now describe the plan in more detail, step by step. ";
  it("removes a loop inside a chunk, across chunks, and at the end of the text", () => {
    const before = "# Plan\n\nFirst we measure the hall.\n\n";
    expect(assembleChunks([before + stuck.repeat(12)])).toBe(before + stuck);
    expect(assembleChunks([before + stuck.repeat(6), stuck.repeat(6)])).toBe(before + stuck);
    expect(assembleChunks([`${before}${stuck.repeat(9)}\n\n# Then\n\nWe build.`])).toBe(
      `${before}${stuck}\n\n# Then\n\nWe build.`,
    );
    expect(assembleChunks([before + stuck.repeat(9).slice(0, -17)])).toBe(before + stuck);
  });

  const loops = fc
    .record({
      before: prose,
      unit: fc.integer({ min: 30, max: 300 }),
      times: fc.integer({ min: 10, max: 30 }),
      after: prose,
      cuts: fc.array(fc.nat(), { maxLength: 4 }),
    })
    .map(({ before, unit, times, after, cuts }) => {
      const words = Array.from({ length: 60 }, (_, n) => `again ${n}, `)
        .join("")
        .slice(0, unit);
      const text = `${before}\n${words.repeat(times)}\nAt last. ${after}`;
      const places = cuts.map((cut) => cut % text.length).sort((a, b) => a - b);
      const chunks = [0, ...places].map((place, index) => text.slice(place, places[index]));
      return { before, after, words, chunks };
    });

  it("removes a loop wherever it is cut, and loses nothing before or after it", () => {
    fc.assert(
      fc.property(loops, ({ before, after, words, chunks }) => {
        const whole = assembleChunks(chunks);
        expect(whole.startsWith(before)).toBe(true);
        expect(whole.endsWith(`At last. ${after}`)).toBe(true);
        expect(whole).toContain(words);
        expect(whole.length - before.length - after.length).toBeLessThan(Math.max(300, 4 * words.length) + 20);
      }),
      { numRuns: 300 },
    );
  });

  it("joins a code block that the next chunk opens again", () => {
    const code = "Run this:\n\n```python\nfor seat in hall:\n    print(seat)\n```\n\nThen wait.\n";
    for (const at of [code.indexOf("for"), code.indexOf("seat in"), code.indexOf("    print"), code.indexOf("(seat")]) {
      const [first, rest] = [code.slice(0, at), code.slice(at)];
      expect(assembleChunks([first, `\`\`\`python\n${rest}`])).toBe(code);
    }
    // The next chunk opens the block again and repeats its content.
    const long = "for seat in the_great_hall_of_the_town:\n    print(seat)\n";
    expect(assembleChunks([`~~~ py\n${long}`, `~~~ py\n${long}    wait()\n~~~\n`])).toBe(
      `~~~ py\n${long}    wait()\n~~~\n`,
    );
  });

  it.each([
    ["a block after one that was closed", ["```js\na\n```\n", "```js\nb\n```\n"]],
    ["a block in another language", ["```js\na\n", "```ts\nb\n"]],
    ["the end of a block", ["```\na\n", "```\nb\n"]],
    ["a block inside a longer fence", ["````md\n", "```md\nb\n```\n````\n"]],
  ])("does not change %s", (_, chunks) => expect(assembleChunks(chunks)).toBe(chunks.join("")));

  it("keeps repetitions that are too short, too few or without words: rules, equal rows and refrains", () => {
    for (const text of [
      `${"-".repeat(900)}\n`,
      "| tbd | tbd | tbd |\n".repeat(12),
      stuck.repeat(3),
      "\n".repeat(900),
    ]) {
      expect(assembleChunks([text])).toBe(text);
    }
  });

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
});

describe("a continuation", () => {
  const table = "| claim | verdict |\n|---|---|\n| [C1] | kept |\n| [C2] | open |\n";
  const cut = "| claim | verdict |\n|---|---|\n| [C1] | kept |\n| [C2";
  const continued = (text: string) =>
    joinedText([
      { text: cut, finish_reason: "length" },
      { text, finish_reason: "stop" },
    ]);

  it.each([
    "Sure, here is the continuation:\n\n",
    "Continuing from where I left off.\n\n",
    "Here is the rest of the table:\n\n",
    "**Continuation:**\n\n",
    "(continued)\n\n",
    "[Continuing]\n",
    "…",
    "...\n",
    "Fortsetzung:\n\n",
  ])("loses what it says first about itself: %j", (leadIn) => {
    expect(continued(`${leadIn}| [C2] | open |\n`)).toBe(table);
  });

  it("loses a code fence around all of it", () => {
    expect(continued("```markdown\n| [C2] | open |\n```\n")).toBe(table);
    expect(continued("Continuing:\n\n```md\n| [C2] | open |\n```")).toBe(table);
  });

  it("is compared with the text before it without its thinking, which is kept at the end", () => {
    const thought = "<think>\nWhere was I?\n</think>";
    expect(continued(`${thought}\n\n${table}`)).toBe(`${table}\n\n${thought}`);
  });

  it.each([
    "Continuing the market in winter is cheaper.\n\nSo be it.\n",
    "Here is what it costs:\n\n- nothing\n",
    "## Continued use\n\nYes.\n",
    "- the remaining stalls:\n  - ten\n",
    "The remaining stalls cost:\n\n- ten\n",
    "Continuing costs:\n\n- ten\n",
  ])("keeps a first line that is content: %j", (text) => {
    expect(continued(text)).toBe(`| claim | verdict |\n|---|---|\n| [C1] | kept |\n${text}`);
  });

  it("does not repeat the heading below which the text was cut off", () => {
    const chunks = ["# Plan\n\n## M1 Permit\n\n", "## M1 Permit\n\n- Outcome: a permit\n"];
    expect(assembleChunks(chunks)).toBe("# Plan\n\n## M1 Permit\n\n- Outcome: a permit\n");
  });
});
