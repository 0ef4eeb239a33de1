import type { Claim } from "../prompt/read-claims.ts";
import { type Block, firstThatFits, line, paragraph } from "../text/fit-words.ts";
import { clip, tableHead, tableRow } from "../text/phrasing.ts";
import type { ArtifactWriter, Workspace } from "../workspace.ts";
import { carrierOf, planRequirements } from "./plan-requirements.ts";
import { type Judged, judgeClaims } from "./verdicts.ts";

/** One row for each claim. No row may be left out, so rows become shorter instead. */
export const resolvedPositions: ArtifactWriter = (workspace, { heading, budget }) => {
  const judged = isAddition(heading) ? named(workspace) : judgeClaims(workspace);
  const all = planRequirements(workspace);
  /** The claim with a reference to the requirement in place of the sentence that it quotes. */
  const brief = ({ text }: Claim): string => {
    const carrier = carrierOf(all, text);
    return carrier ? text.replace(/“.*$/su, `see ${carrier.id}`) : text.replace(/:? “.*$/su, "");
  };
  const rows = (name: (claim: Claim) => string, reasons: number) => () => table(judged, name, reasons);
  return firstThatFits(budget, [
    rows(({ text }) => text, 30),
    rows(brief, 30),
    ...[30, 12, 6, 3].map((reasons) =>
      rows((claim) => (claim.id ? "" : (carrierOf(all, claim.text)?.id ?? clip(brief(claim), 3))), reasons),
    ),
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

function table(judged: readonly Judged[], name: (claim: Claim) => string, reasons: number): Block[] {
  return [
    paragraph(tableHead(["claim", "verdict", "because", "answers"])),
    ...judged.map(({ claim, verdict, because, answers }) => {
      const words = `[${claim.id ?? claim.doc}] ${name(claim)}`.trim();
      return line(tableRow([words, verdict, clip(because, reasons), answers]));
    }),
  ];
}
