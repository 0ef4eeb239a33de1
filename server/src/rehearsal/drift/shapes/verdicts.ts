import { changeVerdicts, type Judged, plain, title } from "./judged.ts";
import { registerShapes } from "./registers.ts";
import { changeRows, changeTable, table } from "./rows.ts";
import type { Shape, ShapeGroup } from "./shape.ts";
import { verdictLists } from "./verdict-lists.ts";

const inOtherWords = (name: string, words: Record<string, string>): Shape => ({
  name,
  apply: (answer) => changeRows(answer, title, ([c, v = "", b, a]) => [c, words[v] ?? v, b, a]),
});

export const verdictShapes: ShapeGroup = [
  ...registerShapes(title),
  ...verdictLists,
  inOtherWords("verdicts as synonyms", {
    kept: "Accepted",
    merged: "Combined",
    rejected: "Dropped",
    open: "Undecided",
  }),
  inOtherWords("verdicts in capitals", {
    kept: "**KEPT**",
    merged: "**MERGED**",
    rejected: "**REJECTED**",
    open: "**OPEN**",
  }),
  inOtherWords("verdicts with emoji", {
    kept: "✅ Kept",
    merged: "🔀 Merged",
    rejected: "❌ Rejected",
    open: "❓ Open",
  }),
  inOtherWords("verdicts as symbols", { kept: "✅", rejected: "❌", open: "❓" }),
  inOtherWords("verdicts with adverbs", {
    kept: "Fully kept",
    merged: "Partially merged",
    rejected: "Explicitly rejected",
    open: "Still open",
  }),
  inOtherWords("verdicts with remarks", { kept: "kept (see the reason)", merged: "merged (see the reason)" }),
  inOtherWords("verdicts in German", {
    kept: "übernommen",
    merged: "zusammengeführt",
    rejected: "abgelehnt",
    open: "offen",
  }),
  {
    name: "verdicts with words for ids",
    dropsReferences: true,
    apply: (answer) =>
      changeRows(answer, title, ([c, ...others]) => [c?.replace(/^\[C(\d+)\]/, "Claim $1"), ...others]),
  },
  {
    name: "verdicts with ids in a column",
    dropsReferences: true,
    apply: (answer) =>
      changeVerdicts(answer, (all) =>
        table(
          ["#", "Claim", "Rationale", "Where it went", "Decision"],
          all.map(({ id, claim, verdict, because, answers }) => [plain(id), claim, because, answers, verdict]),
        ),
      ),
  },
  {
    name: "verdicts below other headings",
    apply: (answer) =>
      changeTable(answer, title, ({ rows }) =>
        table(["Claim ref.", "Final ruling", "Explanation of it", "Where it went"], rows),
      ),
  },
  {
    name: "verdicts of each proposal",
    apply: (answer) => inTwo(answer, "## Proposal A", "## Proposal B"),
  },
  {
    name: "verdicts below a repeated heading",
    apply: (answer) => inTwo(answer, "", `# ${title} (continued)`),
  },
  {
    name: "verdicts of ranges",
    apply: (answer) => changeVerdicts(answer, (all, { head }) => table(head, inRanges(all))),
  },
];

const inTwo = (answer: string, above: string, between: string): string =>
  changeTable(answer, title, ({ head, rows }) => {
    const half = Math.ceil(rows.length / 2);
    if (rows.length < 2) return table(head, rows);
    return [above, "", ...table(head, rows.slice(0, half)), "", between, "", ...table(head, rows.slice(half))];
  });

/**
 * Joins rows of consecutive claims into one row, such as `[C1–C4]`, if they have the same verdict and contain no claim's
 * text.
 */
function inRanges(all: readonly Judged[]): string[][] {
  const runs: Judged[][] = [];
  for (const one of all) {
    const before = runs.at(-1)?.at(-1);
    const isNext = before && numberOf(before) + 1 === numberOf(one) && before.verdict === one.verdict;
    if (isNext && before.claim === "" && one.claim === "") runs.at(-1)?.push(one);
    else runs.push([one]);
  }
  return runs.map((run) => {
    const [first, last] = [run[0], run.at(-1)];
    const isRange = first && last && first !== last;
    const id = isRange
      ? `[C${numberOf(first)}–C${numberOf(last)}]`
      : run.map(({ id, claim }) => `${id} ${claim}`.trim()).join();
    const each = (of: (one: Judged) => string) => [...new Set(run.map(of))].join("; ");
    return [id, first?.verdict ?? "", each(({ because }) => because), each(({ answers }) => answers)];
  });
}

const numberOf = ({ id }: Judged): number => Number(id.slice(2, -1));
