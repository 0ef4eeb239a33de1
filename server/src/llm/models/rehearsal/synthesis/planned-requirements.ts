import { shorten } from "../brief/fragments.ts";
import { whoSays } from "../brief/saying.ts";
import { type Desk, oncePerDesk } from "../desk.ts";
import { matterOf } from "../match-matter.ts";
import type { Matter } from "../matter.ts";
import { quoted } from "../phrasing.ts";
import { isGeneral } from "../read-claims.ts";
import { objectionTo } from "../read-objections.ts";
import { wayIn } from "../stand.ts";
import { voice } from "../voice.ts";
import { judgeClaims, refOf, type Verdict } from "./verdicts.ts";

/** Something the plan must bring about, with what it comes from. */
export type PlannedRequirement = {
  title: string;
  statement: string;
  acceptance: string;
  priority: "must" | "should" | "could";
  why: string;
  sources: string;
  matter: Matter | undefined;
};

/** Something the brief fixes: kept rather than made. */
export const isCondition = (one: { title: string }): boolean => one.title.startsWith("Fixed:");

/** One for each matter on which a claim was kept or merged, then the brief's own conditions, the weightiest first. */
export const planRequirements = oncePerDesk((desk: Desk): PlannedRequirement[] => {
  const verdicts = judgeClaims(desk).filter((one) => one.matter && one.verdict !== "rejected" && isDoing(one));
  const byMatter = Map.groupBy(verdicts, (one) => one.matter?.key ?? "");
  const positions = desk.matters.map((matter) => fromMatter(desk, matter, byMatter.get(matter.key) ?? []));
  const added = desk.brief.limits.filter((limit) => whoSays(desk.brief, limit) !== "the brief");
  const conditions = desk.brief.limits.slice(0, 4 + added.length).map((limit) => fromLimit(desk, limit));
  const weight = { must: 0, should: 1, could: 2 };
  return [...positions, ...conditions].toSorted((a, b) => weight[a.priority] - weight[b.priority]);
});

const isDoing = ({ claim }: Verdict): boolean => !isGeneral(claim);

function fromMatter(desk: Desk, matter: Matter, verdicts: readonly Verdict[]): PlannedRequirement {
  const main = verdicts.find((one) => one.leads) ?? verdicts[0];
  const mend = main && objectionTo(main.claim, desk.papers)?.mend;
  const way = main ? wayIn(main.claim.text, matter) : matter.way;
  const bound = desk.brief.limits.some((limit) => matter.words.test(limit));
  const priority = bound || matter.pull[desk.temperament.name] >= 3 ? "must" : main ? "should" : "could";
  return {
    title: matter.title,
    statement: mustSentence(
      desk,
      `${way}${mend && !way.includes(mend) ? `; ${mend}` : ""}`,
      main === undefined || main.claim.text.startsWith(`${matter.title}:`),
    ),
    acceptance: `${matter.check}${matter.counted ? `, for ${quoted(matter.counted)}` : ""}`,
    priority,
    why: bound ? `the brief sets a condition on ${matter.name}` : whyIn(desk, matter, verdicts.length),
    sources: [
      ...verdicts.slice(0, 3).map((one) => `${refOf(one.claim)} ${quoted(shorten(one.claim.bare, 8))}`),
      `the brief: ${quoted(matter.brief)}`,
      ...matter.said.map((one) => `${one.source}: ${quoted(one.quote)}`),
    ].join("; "),
    matter,
  };
}

/** Our own ways begin with a verb and follow “must”; a sentence somebody else wrote is set behind a colon. */
function mustSentence(desk: Desk, way: string, isOurs: boolean): string {
  return isOurs
    ? `The ${desk.brief.subject.short} must ${way}.`
    : `This must hold for the ${desk.brief.subject.short}: ${way}.`;
}

function whyIn(desk: Desk, matter: Matter, claims: number): string {
  const { short } = desk.brief.subject;
  if (claims === 0) return `no proposal settles ${matter.name}`;
  if (matter.pull[desk.temperament.name] < 3)
    return claims > 1 ? `the proposals meet in ${matter.name}` : `one proposal is firm about ${matter.name}`;
  return voice(desk, {
    atlas: `the rest of the ${short} stands on ${matter.name}`,
    briar: `the ${short} can lose most through ${matter.name}`,
    cedar: `people judge the ${short} by ${matter.name}`,
  });
}

function fromLimit(desk: Desk, limit: string): PlannedRequirement {
  const matter = matterOf(limit, desk);
  const source = whoSays(desk.brief, limit);
  const claims = desk.claims.filter((claim) => claim.text.includes(limit)).slice(0, 2);
  return {
    title: `Fixed: ${shorten(limit, 12)}`,
    statement: `The condition ${quoted(limit)} must hold for every part of the ${desk.brief.subject.short}.`,
    acceptance: matter
      ? `whoever checks ${matter.name} reads the condition aloud and finds no exception`
      : `the condition is read aloud before the ${desk.brief.subject.short} starts, and nobody knows an exception`,
    priority: /\bshould\b/i.test(limit) ? "should" : "must",
    why: `${source} says so and nobody asked to change it`,
    sources: [...claims.map(refOf), `${source}: ${quoted(limit)}`].join("; "),
    matter,
  };
}
