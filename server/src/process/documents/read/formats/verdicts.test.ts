import { describe, expect, it } from "vitest";
import { mergeVerdicts, readVerdicts } from "./verdicts.ts";

const given = [1, 2, 3, 4].map((number) => ({ number }));
const table = (...rows: string[]): string =>
  ["| claim | verdict | because | answers |", "|---|---|---|---|", ...rows.map((row) => `| ${row} | so | none |`)].join(
    "\n",
  );
const said = (body: string) => readVerdicts(body, given).verdicts.map(({ claim, verdict }) => `C${claim} ${verdict}`);

describe("mergeVerdicts", () => {
  it.each([
    ["two rows", table("C1 | kept", "C2 | open", "C1 | rejected"), ["C2 open", "C1 rejected"]],
    [
      "rows of two tables",
      `${table("C1 | kept", "C2 | open")}\n\nAnd:\n\n${table("C1 | merged", "C3 | kept")}`,
      ["C2 open", "C3 kept", "C1 rejected"],
    ],
    ["a range and a row", table("C1–C3 | kept", "C1 | merged"), ["C2 kept", "C3 kept", "C1 rejected"]],
    [
      "a row and a row about the rest",
      table("C1 | perhaps", "All others (C1–C3) | kept"),
      ["C2 kept", "C3 kept", "C1 rejected"],
    ],
  ])("takes the verdict of the further answer if %s give a claim no clear verdict", (_, before, meant) => {
    expect(said(mergeVerdicts(before, table("C1 | rejected"), given) ?? "")).toEqual(meant);
  });
});
