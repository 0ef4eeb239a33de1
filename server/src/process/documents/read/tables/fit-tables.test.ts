import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findMalformedTables } from "../../artifacts/find-malformed-tables.ts";
import { readAnswer } from "../read-answer.ts";
import { expectedIn } from "../shapes.fixture.ts";
import { fitTables } from "./fit-tables.ts";

const expected = {
  artifacts: expectedIn("thesis").filter(({ title }) => ["Feature specification", "Claims"].includes(title)),
};
const head = "| stall | trader | power |\n|---|---|---|\n";
const read = (table: string) => {
  const { markdown } = readAnswer(`# Feature specification\n\n${table}\n\n# Claims\n\n- C: One gate.\n`, expected);
  return markdown.split("\n\n# Claims")[0]?.replace("# Feature specification\n\n", "").trimEnd();
};

describe("a table in an answer", () => {
  it.each([
    ["after a row without its last bar", "| 1 | Ann | 16 A"],
    ["after a whole row", "| 1 | Ann | 16 A |"],
    ["after a row with a cell too many", "| 1 | Ann | 16 A | x |"],
  ])("is separated from the text %s", (_, row) => {
    const text = "After the stalls comes the gate.\n*Source: the request*";
    const blocks = read(`${head}${row}\n${text}`)?.split("\n\n");
    expect(blocks?.[1]).toBe(text);
    expect(blocks?.[0]).toMatch(/^\| stall \| trader \| power \|\n\|---\|---\|---\|\n\| 1 \| Ann \| 16 A/);
    expect(blocks).toHaveLength(2);
  });

  it("is separated from the text below it even if it has no outer bars", () => {
    expect(read("stall | trader\n---|---\n1 | Ann\nand so on")).toBe("stall | trader\n---|---\n1 | Ann\n\nand so on");
  });

  it("keeps the rest of a cell that continues on the next line", () => {
    expect(read(`${head}| 1 | Ann\nand Bob | 16 A |\n`)).toBe(`${head}| 1 | Ann and Bob | 16 A |`);
    expect(read(`${head}| 1 | Ann | 16 A\nor 32 A |\n`)).toBe(`${head}| 1 | Ann | 16 A or 32 A |`);
    expect(read(`${head}| 1 | Ann\nand Bob`)).toBe(`${head}| 1 | Ann and Bob |  |`);
  });

  it.each([
    ["with one column", "| stall |\n|---|\n| 1 | Ann |", "| stall |\n|---|\n| 1 \\| Ann |"],
    ["with a row of dashes only", `${head}| - |`, `${head}| - |  |  |`],
    ["with a row that is a bar", `${head}|\n| 1 | Ann | 16 A |`, `${head}|  |  |  |\n| 1 | Ann | 16 A |`],
  ])("%s is mended", (_, table, mended) => expect(read(table)).toBe(mended));

  it("is not changed if its rows already fit", () => {
    for (const table of [`${head}| 1 | Ann | 16 A |`, `${head}|1|Ann \\| Bob|16 A`, "| a |\n|:-:|\n| b |\n\nText."]) {
      expect(read(table)).toBe(table);
    }
  });

  const piece = fc.constantFrom(
    ...[
      "| a | b |",
      "|---|---|",
      "|---|",
      "| 1 |",
      "| 1 | 2 | 3",
      "1 | 2",
      "| - |",
      "|",
      "||",
      "\\|",
      "| x \\| y | `|` |",
    ],
    ...[
      "text",
      "*note*",
      "- item",
      "",
      "",
      "```",
      "> quote",
      "a | b",
      "--- | ---",
      "| :-: | - |",
      "    | code |",
      "# Claims",
    ],
  );
  const texts = fc.array(piece, { maxLength: 25 }).map((lines) => lines.join("\n"));

  it("has rows of equal length once the answer is parsed, wherever the table is in the answer", () => {
    fc.assert(
      fc.property(texts, texts, texts, (before, spec, claims) => {
        const text = `${before}\n\n# Feature specification\n\n${spec}\n\n# Claims\n\n${claims}\n`;
        const { markdown } = readAnswer(text, expected);
        expect(findMalformedTables(markdown)).toEqual([]);
        expect(fitTables(markdown)).toBe(markdown);
      }),
      { numRuns: 1500 },
    );
  });
});
