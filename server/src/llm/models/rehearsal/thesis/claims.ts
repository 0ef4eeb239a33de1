import { formatNumber, isMeasure, shareOf } from "../brief/quantities.ts";
import { saysIt, whoSays } from "../brief/saying.ts";
import type { ArtifactWriter, Desk } from "../desk.ts";
import { line } from "../fit-words.ts";
import { dueIn, ownerOf } from "../matter.ts";
import { quoted } from "../phrasing.ts";
import { isGeneral } from "../read-claims.ts";
import { claimOf, groundOf, scopeOf, takeStands } from "../stand.ts";
import { limitsFor, voice } from "../voice.ts";
import { inGroups, percentMore } from "./technical-approach.ts";

const fewest = 8;
const most = 20;

/** Sentences that commit to something: what later stages keep, merge, reject or leave open. */
export const claims: ArtifactWriter = (desk) => {
  const stands = takeStands(desk).map(claimOf);
  const said = [...new Set([...stands, ...kept(desk), ...figures(desk), ...exclusions(desk)])];
  // A brief that says little gives few positions; what each must not exceed is a position too.
  const all = [...said, ...bounds(desk).slice(0, Math.max(0, fewest - said.length))];
  return all.slice(0, most).map((text, index) => line(`- C: ${text}`, index < fewest ? 0 : index));
};

/** An improving version hands on what the earlier ones claimed about order, figures and money, word for word. */
function kept(desk: Desk): string[] {
  const base = desk.papers.filter((paper) => paper.kind !== "antithesis").flatMap((paper) => paper.claims);
  return base.filter(isGeneral).map((claim) => claim.text);
}

const bounds = (desk: Desk): string[] =>
  desk.matters.map(
    (matter) => `${matter.title}: keep to one rule, ${matter.limit}, ${groundOf(matter, matter.brief)}.`,
  );

function figures(desk: Desk): string[] {
  if (desk.papers.length > 0) return [];
  const { brief, temperament, matters } = desk;
  const { short } = brief.subject;
  const said: string[] = [];
  const main = brief.figures.find((one) => !isMeasure(one.unit) && one.value >= 10 && !one.bounded);
  if (main) {
    const planned = formatNumber(Math.round(main.value * temperament.headroom));
    said.push(
      voice(desk, {
        atlas: `Figures: everything in the ${short} is sized ${percentMore(temperament)} larger, for ${planned} (${saysIt(brief, main.text)}).`,
        briar: `Figures: the ${short} promises no more than ${planned} before a trial (${saysIt(brief, main.text)}).`,
        cedar: `Figures: the ${short} is planned for the number as written, ${inGroups(main.value)} (${saysIt(brief, main.text)}).`,
      }),
    );
  }
  if (brief.total) {
    const share = shareOf(brief.total, temperament.reserve);
    said.push(
      `Reserve: ${share} stay unspent until the last week of the ${short} (${saysIt(brief, brief.total.text)}).`,
    );
  }
  const [a, b, c] = [...new Map(matters.toReversed().map((one) => [one.phase, one])).values()].toSorted(
    (x, y) => x.phase - y.phase,
  );
  if (a && b) {
    said.push(
      voice(desk, {
        atlas: `Order: ${a.name} before ${b.name}${c ? `, and ${c.name} only when both are drawn` : ""}.`,
        briar: `Order: ${a.name} must have been settled and looked at before any money goes into ${b.name}.`,
        cedar: `Order: whoever answers for ${a.name} is named before work on ${b.name} begins.`,
      }),
    );
  }
  const owner = ownerOf(brief);
  said.push(
    voice(desk, {
      atlas: `Dates: what others must approve for the ${short} is settled by ${dueIn(1, brief)}, and ${owner} says so in writing.`,
      briar: `Dates: nothing for the ${short} is ordered after ${dueIn(2, brief)} without ${owner} hearing why.`,
      cedar: `Dates: everybody concerned has walked through the ${short} with ${owner} by ${dueIn(3, brief)}.`,
    }),
  );
  return said;
}

const mostFixed = 4;

/** Everything people added since, and of the brief's own conditions the one this temperament begins with. */
function fixedPoints(desk: Desk): string[] {
  const all = limitsFor(desk);
  const added = all.filter((limit) => whoSays(desk.brief, limit) !== "the brief");
  return [...added.slice(0, mostFixed), ...all.filter((limit) => !added.includes(limit)).slice(0, 1)];
}

/** Whatever else one saves on, not on these. */
const neverLeftOut = new Set(["safety", "compliance", "security", "money", "time", "owner", "accessibility"]);

function exclusions(desk: Desk): string[] {
  if (desk.papers.length > 0) return [];
  const { brief, matters } = desk;
  const left = matters.slice(scopeOf(desk)).findLast((matter) => !neverLeftOut.has(matter.key));
  return [
    ...fixedPoints(desk).map(
      (fixed) => `Fixed: no part of the ${brief.subject.short} asks for an exception (${saysIt(brief, fixed)}).`,
    ),
    ...(left
      ? [`Left out: nothing is done for ${left.name} beyond the letter (the brief says ${quoted(left.brief)}).`]
      : []),
  ];
}
