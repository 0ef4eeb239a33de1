import { describe, expect, it } from "vitest";
import { csvLine } from "./csv.ts";

describe("a line of CSV", () => {
  it("leaves numbers unquoted and quotes texts", () => {
    expect(csvLine([1n, -5n, { dollars: -1_500_000n }, true, null, 'a "b", c', "two\nlines"])).toBe(
      '1,-5,-1.500000,true,,"a ""b"", c","two\nlines"\r\n',
    );
  });

  it.each([
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "\n=1",
    "  =1",
    "＝1",
    "＋1",
    "－1",
    "＠1",
    '=HYPERLINK("http://x")',
  ])("escapes %o, which a spreadsheet would run as a formula", (text) => {
    expect(csvLine([text])).toBe(`"'${text.replaceAll('"', '""')}"\r\n`);
  });

  it.each(["a=1", "thesis", "rehearsal/atlas", "1-2", "", "'quoted"])("leaves %o unchanged", (text) => {
    expect(csvLine([text])).toBe(`"${text}"\r\n`);
  });
});
