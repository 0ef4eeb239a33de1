import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sizes } from "./block.ts";
import { cutText, type Passage } from "./cut-text.ts";

const passagesOf = (text: string): Passage[] => [...cutText(text)].flat();
const textsOf = (text: string): string[] => passagesOf(text).map(({ start, end }) => text.slice(start, end));

/** Checks that the passages are in order and do not overlap, with only white space between and around them. */
function expectTiling(text: string): Passage[] {
  const passages = passagesOf(text);
  let at = 0;
  for (const { start, end } of passages) {
    expect(start).toBeGreaterThanOrEqual(at);
    expect(end).toBeGreaterThan(start);
    expect(text.slice(at, start).trim()).toBe("");
    expect(end - start).toBeLessThanOrEqual(sizes.mostWhole);
    at = end;
  }
  expect(text.slice(at).trim()).toBe("");
  return passages;
}

const sentence = (topic: string, n: number) =>
  `${topic} number ${n} is described here in so many words, as it should be.`;
const paragraph = (topic: string, length = 5) => Array.from({ length }, (_, n) => sentence(topic, n)).join(" ");

describe("passages of a text", () => {
  it("follow its headings and contain them", () => {
    const text = `# Plan\n\nIntro.\n\n## Venue\n\nA hall.\n\n### Power\n\nTwo lines.\n\n## Budget\n\nSmall.\n`;
    expect(passagesOf(text).map(({ start, end, headings }) => [text.slice(start, end), headings])).toEqual([
      ["# Plan\n\nIntro.", ["Plan"]],
      ["## Venue\n\nA hall.", ["Plan", "Venue"]],
      ["### Power\n\nTwo lines.", ["Plan", "Venue", "Power"]],
      ["## Budget\n\nSmall.", ["Plan", "Budget"]],
    ]);
  });

  it("also follow underlined headings, and keep a heading together with the heading below it", () => {
    const text = "Plan\n====\n\nVenue\n-----\n\nA hall.\n";
    expect(passagesOf(text)).toEqual([{ start: 0, end: text.trimEnd().length, headings: ["Plan", "Venue"] }]);
  });

  it("keep tables and code fences whole, even in a list or beyond the usual length", () => {
    const row = "| Backdrop | plywood | 6 m | painted white |\n";
    const table = `| item | made of | width | look |\n| --- | --- | --- | --- |\n${row.repeat(60)}`.trimEnd();
    const fence = `\`\`\`sql\n${"select 1;\n\n# not a heading\n".repeat(90)}\`\`\``;
    const inList = `- first\n\n  ~~~\n${"  code line here\n\n".repeat(120)}  ~~~\n\n- second`;
    const text = `${paragraph("Venue")}\n\n${table}\n\n${paragraph("Power")}\n\n${fence}\n\n${inList}\n`;
    const passages = expectTiling(text).map(({ start, end }) => text.slice(start, end));
    expect(passages.some((passage) => passage.includes(table))).toBe(true);
    expect(passages.some((passage) => passage.includes(fence))).toBe(true);
    expect(passages.some((passage) => passage.includes("  code line here\n\n".repeat(120)))).toBe(true);
  });

  it("end after a sentence if possible, else after a word, else after any character", () => {
    for (const passage of textsOf(paragraph("Power", 60))) expect(passage).toMatch(/^Power number.*should be\.$/);
    for (const passage of textsOf("word ".repeat(2_000))) expect(passage).toMatch(/^word( word)*$/);
    const emoji = textsOf(`x${"🙂".repeat(3_000)}`);
    expect(emoji.length).toBeGreaterThan(1);
    for (const passage of emoji) expect(passage.isWellFormed()).toBe(true);
    for (const passage of textsOf("今天天气很好，我们去公园散步。".repeat(300)))
      expect(passage.endsWith("。")).toBe(true);
  });

  it("end where the topic shifts if the text has no headings", () => {
    const gardening = [1, 2, 3].map(
      (n) => `Roses want pruning in spring; the gardener prunes roses, hedges and shrubs, part ${n}.`,
    );
    const billing = [1, 2, 3].map(
      (n) => `Invoices are sent monthly; the ledger books invoices, payments and refunds, part ${n}.`,
    );
    const grow = (lines: string[]) => lines.map((line) => `${line} ${line}`).join("\n\n");
    const text = `${grow(gardening)}\n\n${grow(billing)}`;
    expect(textsOf(text)).toEqual([grow(gardening), grow(billing)]);
  });

  it("cover any text completely", () => {
    const fragment = fc.oneof(
      fc.constantFrom(
        "# A\n",
        "\n\n",
        "```\n",
        "~~~~\n",
        "| a | b |\n|---|---|\n",
        "- ",
        "> ",
        "    ",
        "\t",
        "\r\n",
        "\uFEFF",
        "\0",
        "\uD800",
        "🙂",
        "שלום ",
        "你好。",
      ),
      fc.string({ unit: "binary", maxLength: 60 }),
      fc.lorem({ maxCount: 40 }),
    );
    fc.assert(
      fc.property(fc.array(fragment, { maxLength: 40 }), (fragments) => {
        expectTiling(fragments.join(""));
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ["a million lines", "a line of a log\n".repeat(1_000_000)],
    ["a fence that is never closed", `\`\`\`\n${"code\n\n".repeat(100_000)}`],
    ["quotations in quotations", "> ".repeat(20_000)],
    ["lists in lists", Array.from({ length: 400 }, (_, n) => `${"  ".repeat(n)}- x`).join("\n")],
    ["open brackets", "[".repeat(100_000)],
    ["a wide table", `${"| a ".repeat(30_000)}\n${"|-".repeat(30_000)}`],
    ["noise", Array.from({ length: 200_000 }, (_, n) => String.fromCharCode((n * 40_503 + n * n) % 65_536)).join("")],
    ["nothing", ""],
    ["white space", " \n\t\n ".repeat(1_000)],
  ])("are found without looping forever: %s", (_name, text) => {
    let at = 0;
    for (const { start, end } of passagesOf(text)) {
      if (start < at || text.slice(at, start).trim() !== "") throw new Error(`no tiling at ${start}`);
      at = end;
    }
    expect(text.slice(at).trim()).toBe("");
  });
});
