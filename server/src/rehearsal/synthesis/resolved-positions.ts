import { type Block, firstThatFits, line, paragraph } from "../text/fit-words.ts";
import { clip, tableHead, tableRow } from "../text/phrasing.ts";
import type { ArtifactWriter, Workspace } from "../workspace.ts";
import { type Judged, judgeClaims } from "./verdicts.ts";

/** One row for each claim. No row may be left out, so rows become shorter instead. */
export const resolvedPositions: ArtifactWriter = (workspace, { heading, budget }) => {
  const judged = isAddition(heading) ? named(workspace) : judgeClaims(workspace);
  const rows = (words: number, reasons: number) => () => table(judged, words, reasons);
  return firstThatFits(budget, [
    rows(40, 30),
    rows(16, 20),
    rows(10, 16),
    rows(6, 12),
    rows(3, 8),
    rows(0, 6),
    rows(0, 3),
  ]);
};

/**
 * True for a further request that names the claims whose rows are missing. Any other request asks for the whole table.
 */
const isAddition = (heading: string): boolean => heading.endsWith("(added)");

function named(workspace: Workspace): Judged[] {
  const wanted = new Set(workspace.prompt.task.text.match(/C\d+(?=\])/g));
  const all = judgeClaims(workspace);
  const asked = all.filter(({ claim }) => claim.id !== undefined && wanted.has(claim.id));
  return asked.length > 0 ? asked : all;
}

function table(judged: readonly Judged[], words: number, reasons: number): Block[] {
  return [
    paragraph(tableHead(["claim", "verdict", "because", "answers"])),
    ...judged.map(({ claim, verdict, because, answers }) => {
      const name = `[${claim.id ?? claim.doc}]`;
      const text = words === 0 && claim.id ? "" : ` ${clip(claim.text, Math.max(3, words))}`;
      return line(tableRow([`${name}${text}`, verdict, clip(because, reasons), answers]));
    }),
  ];
}
