import { formatNumber, isMeasure } from "../brief/quantities.ts";
import { saysIt } from "../brief/saying.ts";
import type { ArtifactWriter, Desk } from "../desk.ts";
import { type Block, line, paragraph } from "../fit-words.ts";
import { dueIn, ownerOf } from "../matter.ts";
import { capital, joinWords, quoted, sentence } from "../phrasing.ts";
import { otherWay, type Stand, sourceOf, takeStands } from "../stand.ts";
import type { Temperament } from "../temperament.ts";
import { limitsFor, refusal, voice } from "../voice.ts";

/** How it will be made, the main choices with the alternative rejected, capacity and limits. */
export const technicalApproach: ArtifactWriter = (desk) => {
  const stands = takeStands(desk);
  return [
    paragraph(`**How it is made.** ${howItIsMade(desk, stands)}`),
    paragraph(`**${mainChoices(desk)}**`),
    ...stands.map((stand, index) => choice(desk, stand, index)),
    paragraph(`**Capacity.** ${capacity(desk)}`, 1),
    paragraph(`**Limits.** ${limits(desk)}`, 1),
    paragraph(`**Order.** ${order(desk)}`, 2),
  ];
};

function howItIsMade(desk: Desk, stands: readonly Stand[]): string {
  const { long, short } = desk.brief.subject;
  const [a, b, c] = stands.map((stand) => stand.matter.name);
  return voice(desk, {
    atlas:
      `As one structure. ${a} and ${b} form the frame of the ${short}; ${c ?? "the rest"} is hung into it, and each joint between two parts has a drawing and a name.`.replace(
        /(?<=\. )./,
        (letter) => letter.toUpperCase(),
      ),
    briar: `In slices that can be taken back. Every slice of ${long} ends with a look at what it cost and what it showed, and the next one is begun only after ${ownerOf(desk.brief)} has looked.`,
    cedar: `By a handful of people who know their part of ${long} and the part before it. The plan is a list of who does what when, starting with ${a}, and every handover is written in one line.`,
  });
}

const mainChoices = (desk: Desk): string =>
  voice(desk, {
    atlas: `Main choices for the ${desk.brief.subject.short}, the load-bearing ones first:`,
    briar: `Main choices for the ${desk.brief.subject.short}, the dearest mistakes first:`,
    cedar: `Main choices for the ${desk.brief.subject.short}, as those concerned would make them:`,
  });

function choice(desk: Desk, stand: Stand, index: number): Block {
  const { matter, way } = stand;
  const rejected = otherWay(desk, matter, way, index);
  const source = sourceOf(stand);
  return line(
    `- **${matter.title}.** ${sentence(`chosen: ${way}${source ? ` (${source})` : ""}`)} Rejected: ${rejected}, because ${refusal(desk, matter, index)}.`,
    index < 3 ? 0 : 1 + index,
  );
}

function capacity(desk: Desk): string {
  const { brief, temperament } = desk;
  const { short } = brief.subject;
  const main = brief.figures.find((one) => !isMeasure(one.unit) && one.value >= 10);
  if (!main) {
    return voice(desk, {
      atlas: `The brief gives nothing to count for the ${short}, so the first drawing states a size, and everything else is measured against it.`,
      briar: `There is nothing to count in the brief, so the ${short} promises no quantity at all before one has been tried.`,
      cedar: `Capacity is stated per week, since the brief counts nothing: what ${ownerOf(brief)} can look at of the ${short}, and no more.`,
    });
  }
  const planned = formatNumber(Math.round(main.value * temperament.headroom));
  const bounded = brief.quantities.find((one) => one.bounded && one.unit === main.unit && one !== main);
  const peak = bounded ? ` The tighter figure is ${quoted(bounded.text)}, and it decides about space.` : "";
  return voice(desk, {
    atlas: `Against ${quoted(main.text)} the ${short} is laid out for ${planned}, ${percentMore(temperament)} more: what is too small on the day cannot be mended on the day.${peak}`,
    briar: `${capital(saysIt(brief, main.text))}; the ${short} promises ${planned} until a trial has shown the rest, because a number that was never reached is only a hope.${peak}`,
    cedar: `The ${short} is planned for ${quoted(main.text)} as written, ${inGroups(main.value)}, named and not just counted.${peak}`,
  });
}

export const percentMore = ({ headroom }: Temperament): string => `${Math.round((headroom - 1) * 100)} per cent`;

/** Up to a few hundred, somebody can know everybody; above that, somebody knows a group. */
export function inGroups(value: number): string {
  if (value > 500) return `in ten groups of about ${formatNumber(value / 10)} with one person in charge of each`;
  return `with one person in charge for every 25, about ${Math.max(1, Math.round(value / 25))} in all`;
}

function limits(desk: Desk): string {
  const { brief, matters } = desk;
  const fixed = limitsFor(desk).slice(0, 3).map(quoted);
  const own = matters[0];
  const { short } = brief.subject;
  const ours = own
    ? voice(desk, {
        atlas: ` The ${short} sets one of its own: ${own.limit}.`,
        briar: ` One more is added, and paid for: ${own.limit}.`,
        cedar: ` People will ask for one more: ${own.limit}.`,
      })
    : "";
  if (fixed.length === 0)
    return `${voice(desk, {
      atlas: `The brief sets no condition on the ${short} in so many words.`,
      briar: `No condition is written down for the ${short}, which is not the same as none.`,
      cedar: `Nobody has set the ${short} a condition yet; the first to be disturbed by it will.`,
    })}${ours}`;
  return `${voice(desk, {
    atlas: "Taken as fixed",
    briar: "Not to be argued with",
    cedar: "Known to everybody from the first day",
  })}: ${joinWords(fixed)}.${ours}`;
}

function order(desk: Desk): string {
  const byDay = Map.groupBy(desk.matters.slice(0, desk.temperament.breadth), (matter) => matter.phase);
  const steps = [...byDay.keys()].toSorted().map((phase) => {
    const names = byDay.get(phase)?.map((matter) => matter.name) ?? [];
    return voice(desk, {
      atlas: `by ${dueIn(phase, desk.brief)} ${joinWords(names)}`,
      briar: `${joinWords(names)} no later than ${dueIn(phase, desk.brief)}`,
      cedar: `${joinWords(names)} handed over by ${dueIn(phase, desk.brief)}`,
    });
  });
  return sentence(steps.join("; "));
}
