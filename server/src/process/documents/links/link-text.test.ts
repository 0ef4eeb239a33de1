import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sha256 } from "#platform";
import { findSlowClasses } from "#test";
import { asInFile, isIntact, withFrontMatter } from "../tree/front-matter.ts";
import { takeText } from "../tree/take-text.ts";
import { legendMark } from "./legend.ts";
import { linkFile } from "./link-file.ts";
import { linkText } from "./link-text.ts";
import { unlinkText } from "./unlink-text.ts";

const known = new Set(["C1", "C4", "C14", "D2", "F3", "Q9", "R-1", "R-7"]);
const own = {
  claims: [
    { number: 14, text: "The hall opens in May." },
    { number: 15, text: "The hall opens in May with two entrances." },
  ],
  questions: [{ number: 9, text: "Is there a dock?" }],
};
const link = (text: string) => linkText(text, { resolve: (id) => known.has(id), own });
const linked = (text: string) => link(text).markdown;

describe("the text of a document for readers", () => {
  it.each([
    [
      "numbers its own claims, even if one begins with the text of another",
      "- C: The hall opens in May.\n- C: The hall opens in May with two entrances.",
      "- C14: The hall opens in May.\n- C15: The hall opens in May with two entrances.",
    ],
    [
      "numbers its own questions",
      "- [ ] **Q** Is there a dock? — decides the lorry — if unanswered: none",
      "- [ ] **Q9** Is there a dock? — decides the lorry — if unanswered: none",
    ],
    ["leaves a claim without a number alone", "- C: Another one.", "- C: Another one."],
    ["puts every id in its own brackets", "| [C1, C4] | kept | R-7 |", "| [C1], [C4] | kept | [R-7] |"],
    [
      "links an id even before a bracket, a parenthesis or a colon",
      "[C1][C4] and [C1](see) and R-7: all",
      "[C1][][C4] and [C1](see) and [R-7][]: all",
    ],
    [
      "links requirements in lists, ranges and parentheses",
      "Requirements: R-1, R-7 (R-1–R-7)",
      "Requirements: [R-1], [R-7] ([R-1]–[R-7])",
    ],
    [
      "leaves unknown ids, other words and addresses alone",
      "R-9, AR-7, R-7b, PR-1 https://x.test/R-7 [C99]",
      "R-9, AR-7, R-7b, PR-1 https://x.test/R-7 [C99]",
    ],
    [
      "leaves code, links and the heading of a requirement alone",
      "### R-7 Doors\n`R-7` [R-7](a.md)\n```\n[C1, C4]\n```",
      "### R-7 Doors\n`R-7` [R-7](a.md)\n```\n[C1, C4]\n```",
    ],
  ])("%s", (_, text, expected) => {
    expect(linked(text)).toBe(expected);
  });

  it("is returned with the ids that it cites: those that resolve, and those that do not", () => {
    expect(link("[C4] [C99] R-7 [D2, D8] [F3, F4]")).toMatchObject({
      cited: ["C4", "R-7", "D2", "F3"],
      unresolved: ["C99", "D8", "F4"],
    });
  });

  it("is left as stored after line 20,000, and in lines of more than 4,000 characters", () => {
    const within = `${"\n".repeat(19_999)}R-7`;
    expect(link(within)).toMatchObject({ markdown: within.replace("R-7", "[R-7]"), cited: ["R-7"] });
    expect(link(`\n${within}`)).toMatchObject({ markdown: `\n${within}`, cited: [] });
    const filled = (length: number) => `${" ".repeat(length - 3)}R-7`;
    expect(link(filled(4_000)).cited).toEqual(["R-7"]);
    expect(link(filled(4_001))).toMatchObject({ markdown: filled(4_001), cited: [] });
  });

  it("is computed in linear time for hostile text", { timeout: 120_000 }, () => {
    expect(findSlowClasses(linked)).toEqual([]);
    expect(findSlowClasses((text) => unlinkText(`${text}\n${legendMark}\n${text}`, text))).toEqual([]);
  });

  it("numbers a claim that begins like an imported claim, even if that claim is millions of characters long", () => {
    const claims = [{ number: 3, text: `The gate opens. ${"😀".repeat(5_000_000)}` }];
    const { markdown } = linkText("- C: The gate opens.", { resolve: () => false, own: { claims, questions: [] } });
    expect(markdown).toBe("- C3: The gate opens.");
  });

  it("is computed in time linear in the number of claims of an imported document", () => {
    const cpuMs = (count: number) => {
      const claims = Array.from({ length: count }, (_, index) => ({ number: index + 1, text: `The hall ${index}.` }));
      const text = claims.map(({ text }) => `- C: ${text} No.`).join("\n");
      const before = process.threadCpuUsage();
      linkText(text, { resolve: () => false, own: { claims, questions: [] } });
      const { user, system } = process.threadCpuUsage(before);
      return (user + system) / 1000;
    };
    cpuMs(500);
    const growth = [1, 2, 3].map(() => cpuMs(8_000) / Math.max(3, cpuMs(2_000)));
    expect(Math.min(...growth)).toBeLessThan(9);
  });
});

const lines = fc.constantFrom(
  "- C: The hall opens in May.",
  "- C14: The hall opens in May.",
  "- [ ] **Q** Is there a dock? — decides the lorry",
  "| [C1, C4] | kept | R-7 |",
  "[R-7] and R-7 and [C1][C4]: [D2]",
  "[F3]: the budget [C1][F3](see [F3, F4])",
  "Done when: R-1–R-7 hold (see [C14, C99])",
  "### R-7 Doors",
  "```",
  "plain text",
  "",
);

const fileOf = (stored: string) => withFrontMatter({ stage: "thesis", sha256: sha256(asInFile(stored)), n: 1 }, stored);
const linkedFile = (stored: string) =>
  linkFile(fileOf(stored), (markdown) => {
    const { cited, ...rest } = link(markdown);
    return { ...rest, entries: cited.map((id) => ({ id, text: `Text of ${id}`, href: `../${id}.md` })) };
  });
const take = (file: string, stored: string) =>
  takeText({ file, whole: { markdown: stored, version: 1 }, part: null, isBaseSaid: false });

describe("a file with links", () => {
  it("is recognized as unedited, and is read back as the stored text, byte for byte", () => {
    fc.assert(
      fc.property(fc.array(lines, { minLength: 1, maxLength: 12 }), (chosen) => {
        const stored = asInFile(`# Case\n\n${chosen.join("\n")}`);
        const file = linkedFile(stored);
        expect(isIntact(file)).toBe(true);
        expect(take(file, stored)).toEqual({ ok: true, markdown: stored });
      }),
    );
  });

  it("after an edit, is read back without numbers, links and legend, but with text that was added below the legend", () => {
    const stored = "# Claims\n\n- C: The hall opens in May.\n\nSee [C1, C4] and R-7.\n";
    const file = linkedFile(stored);
    const edited = `${file.replace("- C14: The hall opens in May.", "- C14: The hall opens in June, see R-1 and [R-7].")}\nA remark.\n`;
    expect(isIntact(edited)).toBe(false);
    expect(take(edited, stored)).toEqual({
      ok: true,
      markdown: "# Claims\n\n- C: The hall opens in June, see R-1 and R-7.\n\nSee [C1, C4] and R-7.\n\nA remark.\n",
    });
  });

  it("stays the same when its text is linked again", () => {
    const stored = "See [C1, C4] and R-7: [C1][C4]\n";
    const again = linked(unlinkText(linked(stored), stored));
    expect(again).toBe(linked(stored));
    expect(linked(linked(stored))).toBe(linked(stored));
  });

  it("lists each id with its text, and links each id to the file that it refers to", () => {
    expect(linkedFile("See R-7, [C4] and [C99].\n").split(legendMark)[1]).toBe(
      "\n\n---\n\n**References**\n\n- [C4] Text of C4\n- [R-7] Text of R-7\n- Not found in this session: C99\n\n[C4]: ../C4.md\n[R-7]: ../R-7.md\n",
    );
  });

  it("shows a fact's statement in the legend, on the line that the fact's link leads to", () => {
    expect(linkedFile("See [F3].\n").split(legendMark)[1]).toContain('- <a id="f3"></a>[F3] Text of F3\n');
  });

  it("is the same as the stored file if the text cites nothing", () => {
    expect(linkedFile("Nothing here.\n")).toBe(fileOf("Nothing here.\n"));
  });
});
