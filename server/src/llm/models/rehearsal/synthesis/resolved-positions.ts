import type { ArtifactWriter, Desk } from "../desk.ts";
import { type Block, firstThatFits, line, paragraph } from "../fit-words.ts";
import { clip, quoted, tableHead, tableRow } from "../phrasing.ts";
import { isCondition, type PlannedRequirement } from "./planned-requirements.ts";
import { writtenRequirements } from "./requirements.ts";
import { judgeClaims, refOf, type Verdict } from "./verdicts.ts";

/** `claim | verdict | because | answers`: every claim once, in as many words as the budget allows. */
export const resolvedPositions: ArtifactWriter = (desk, { budget }) => {
  const verdicts = judgeClaims(desk);
  if (verdicts.length === 0) return [paragraph(noClaims(desk))];
  const whole = ({ claim }: Verdict) => claim.text;
  const bare = ({ claim }: Verdict) => claim.bare;
  const opening = (words: number) => (one: Verdict) => clip(bare(one), words);
  const because = (one: Verdict) => one.because;
  const shortly = (one: Verdict) => one.shortly;
  const ids = new Map(writtenRequirements(desk).map((one, index) => [one, `R-${index + 1}`]));
  const answers = (one: Verdict) => answerTo(one, ids);
  return firstThatFits(budget, [
    () => table(verdicts, whole, because, answers),
    () => table(verdicts, whole, shortly, answers),
    () => table(verdicts, bare, shortly, answers),
    () => table(verdicts, opening(12), shortly, answers),
    () => table(verdicts, opening(8), shortly, answers),
    () => table(verdicts, opening(5), shortly, answers),
  ]);
};

/** The requirement that now carries the claim: the condition it repeats, else the one on its matter. */
function answerTo({ claim, matter, verdict }: Verdict, ids: ReadonlyMap<PlannedRequirement, string>): string {
  if (verdict === "rejected") return "none";
  const quote = claim.text.match(/“([^”]+)”/u)?.[1];
  const all = [...ids.keys()];
  const condition = claim.text.startsWith("Fixed:")
    ? all.find((one) => isCondition(one) && quote && one.statement.includes(quote))
    : undefined;
  const carrier =
    condition ?? all.find((one) => !isCondition(one) && one.matter !== undefined && one.matter.key === matter?.key);
  return (carrier && ids.get(carrier)) ?? "none";
}

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
