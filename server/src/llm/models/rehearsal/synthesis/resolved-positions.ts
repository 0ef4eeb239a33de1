import type { ArtifactWriter, Desk } from "../desk.ts";
import { type Block, firstThatFits, line, paragraph } from "../fit-words.ts";
import { clip, quoted, tableHead, tableRow } from "../phrasing.ts";
import { quotableClaim } from "../read-objections.ts";
import { judgeClaims, refOf, type Verdict } from "./verdicts.ts";

/** `claim | verdict | because | answers`: every claim once, in as many words as the budget allows. */
export const resolvedPositions: ArtifactWriter = (desk, { budget }) => {
  const verdicts = judgeClaims(desk);
  if (verdicts.length === 0) return [paragraph(noClaims(desk))];
  const whole = ({ claim }: Verdict) => claim.text;
  const bare = ({ claim }: Verdict) => quotableClaim(claim.text);
  const opening = (words: number) => (one: Verdict) => clip(bare(one), words);
  const because = (one: Verdict) => one.because;
  const shortly = (one: Verdict) => one.shortly;
  const answers = (one: Verdict) => one.answers;
  const whose = (one: Verdict) => one.answers.match(/^\[[^\]]+\]/)?.[0] ?? "the brief";
  return firstThatFits(budget, [
    () => table(verdicts, whole, because, answers),
    () => table(verdicts, whole, because, whose),
    () => table(verdicts, whole, shortly, whose),
    () => table(verdicts, bare, shortly, whose),
    () => table(verdicts, opening(12), shortly, whose),
    () => table(verdicts, opening(8), shortly, whose),
    () => table(verdicts, opening(5), shortly, whose),
  ]);
};

type Say = (one: Verdict) => string;

function table(verdicts: readonly Verdict[], claim: Say, because: Say, answers: Say): Block[] {
  return [
    line(tableHead(["claim", "verdict", "because", "answers"])),
    ...verdicts.map((one) =>
      line(tableRow([`${refOf(one.claim)} ${claim(one)}`, one.verdict, because(one), answers(one)])),
    ),
  ];
}

const noClaims = (desk: Desk): string =>
  `The documents given make no claims about the ${desk.brief.subject.short}, so there is nothing to resolve beyond ${quoted(desk.brief.quotes[0] ?? desk.brief.subject.title)}.`;
