import { describe, expect, it } from "vitest";
import { readDocument } from "../read/read-document.ts";
import { parseArtifacts } from "./artifacts.ts";
import { findMalformedTables } from "./find-malformed-tables.ts";

describe("parseArtifacts", () => {
  it("splits at level-1 headings and keeps the text below verbatim", () => {
    const markdown =
      "Written by a rehearsal model.\n\n# Business case\n\n    indented\n\n## Why\n\ntext  \n\n# Risk *register*\n\n| a |\n|---|\n| 1 |\n";
    expect(parseArtifacts(markdown)).toEqual([
      { key: "business-case", title: "Business case", body: "    indented\n\n## Why\n\ntext" },
      { key: "risk-register", title: "Risk register", body: "| a |\n|---|\n| 1 |" },
    ]);
  });

  it.each([
    ["a code fence", "# One\n\n```md\n# Two\n```\n"],
    ["a fence that is never closed", "# One\n\n~~~\n# Two\n"],
    ["an indented block", "# One\n\n    # Two\n"],
    ["a quotation", "# One\n\n> # Two\n"],
    ["a list", "# One\n\n- # Two\n"],
    ["an HTML comment", "# One\n\n<!--\n# Two\n-->\n"],
  ])("finds no heading inside %s", (_, markdown) => {
    expect(parseArtifacts(markdown).map((artifact) => artifact.key)).toEqual(["one"]);
  });

  it.each([
    ["# Non-functional requirements", "non-functional-requirements"],
    ["# 3. Work plan", "work-plan"],
    ["# 2024 review", "2024-review"],
    ["# **Open questions** ##", "open-questions"],
    ["Milestones\n==========", "milestones"],
    ["# תוכנית עבודה", "תוכנית-עבודה"],
    ["# !!!", "untitled"],
    ["#", "untitled"],
    [`# ${"long ".repeat(100)}`, `${"long-".repeat(15)}long`],
  ])("%j has the key %s", (markdown, key) => {
    expect(parseArtifacts(markdown).map((artifact) => artifact.key)).toEqual([key]);
  });

  it("gives equal headings different keys, so that no artifact hides another", () => {
    const keys = parseArtifacts("# Claims\n\n# Claims 2\n\n# claims\n\n# Claims!\n").map((artifact) => artifact.key);
    expect(keys).toEqual(["claims", "claims-2", "claims-3", "claims-4"]);
  });
});

describe("the problems of a document", () => {
  const expected = {
    artifacts: [
      { key: "critique", title: "Critique" },
      { key: "notes", title: "Notes" },
      { key: "feasibility", title: "Feasibility", required: false },
    ],
  };
  const missing = (markdown: string) => readDocument(markdown, expected).problems.map(({ artifact }) => artifact);
  it("name missing and empty artifacts in the expected order, but no optional artifacts", () => {
    expect(missing("# Notes\n\n# Critique\n\nsharp\n")).toEqual(["notes"]);
    expect(missing("")).toEqual(["critique", "notes"]);
    expect(missing("# Notes\n\n7\n\n# Critique\n\nsharp\n")).toEqual([]);
  });
});

describe("findMalformedTables", () => {
  it("finds the row whose number of cells differs from the number of headings", () => {
    const markdown = "# Scorecard\n\n| criterion | score |\n|---|---|\n| clear | 7 |\n| cheap | 3 | too many |\n";
    expect(findMalformedTables(markdown)).toEqual([
      { section: "Scorecard", headings: ["criterion", "score"], row: 2, cells: ["cheap", "3", "too many"] },
    ]);
  });
  it.each([
    ["a row that is too short", "| a | b |\n|---|---|\n| 1 |\n", false],
    ["text glued to the table", "| a | b |\n|---|---|\n| 1 | 2 |\nand so on\n", false],
    ["a well-formed table", "| a | b |\n|---|---|\n| 1 | |\n| x \\| y | `2` |\n\nand so on\n", true],
    ["a table inside a fence", "```\n| a | b |\n|---|---|\n| 1 |\n```\n", true],
  ])("tells well-formed tables from malformed ones: %s", (_, markdown, fits) =>
    expect(findMalformedTables(markdown).length === 0).toBe(fits),
  );
});
