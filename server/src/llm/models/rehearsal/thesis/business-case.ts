import { isMeasure, perHead, shareOf } from "../brief/quantities.ts";
import type { ArtifactWriter, Desk } from "../desk.ts";
import { paragraph } from "../fit-words.ts";
import { ownerOf } from "../matter.ts";
import { capital, joinWords, quoted } from "../phrasing.ts";
import { type Stand, takeStands } from "../stand.ts";
import { voice } from "../voice.ts";
import { whatChanged } from "./what-changed.ts";

/** Problem, who has it, alternatives today, why this, what it is worth, what would make it fail. */
export const businessCase: ArtifactWriter = (desk) => {
  const stands = takeStands(desk);
  return [
    ...whatChanged(desk, stands),
    paragraph(`**Problem.** ${problem(desk)}`),
    paragraph(`**Who has it.** ${whoHasIt(desk)}`, 2),
    paragraph(`**Alternatives today.** ${alternatives(desk)}`, 3),
    paragraph(`**Why this.** ${whyThis(desk, stands)}`, 1),
    paragraph(`**What it is worth.** ${worth(desk)}`, 2),
    paragraph(`**What would make it fail.** ${failure(desk, stands)}`, 1),
  ];
};

function problem(desk: Desk): string {
  const { brief, matters } = desk;
  const { long, short } = brief.subject;
  const [first, second] = matters;
  const opening = quoted(brief.quotes.find((one) => one !== first?.quote) ?? brief.subject.title);
  const figures = brief.figures.slice(0, 3).map((one) => quoted(one.text));
  const limits = brief.limits.slice(0, 2).map(quoted);
  const request = long.startsWith("the request")
    ? `${capital(long)} is what there is to go by.`
    : `The request is ${long}.`;
  return voice(desk, {
    atlas:
      figures.length > 0
        ? `${request} Its weight lies in its figures, ${joinWords(figures)}, and in one sentence: ${opening}. ${first?.title ?? capital(short)} and ${second?.name ?? "everything else"} have to carry that together, so they are designed together.`
        : `${request} In its own words: ${opening}. It names no figure, so the first thing to make is a measure of how large the ${short} has to be.`,
    briar:
      limits.length > 0
        ? `Taken at its word, ${long} is a promise with conditions. They are said in so many words: ${joinWords(limits)}. Whatever is planned for ${first?.name ?? short} has to survive these first and please afterwards.`
        : `Taken at its word, ${long} is a promise without conditions: ${opening} is all there is. That does not mean there are none, only that the ${short} would meet them late.`,
    cedar: `${capital(long)} will be carried by people before it is carried by anything else. The brief says ${opening}; about ${first?.name ?? "the rest"} it says ${quoted(first?.quote ?? "")}, and that is where a bad day would be felt first.`,
  });
}

function whoHasIt(desk: Desk): string {
  const { brief, matters } = desk;
  const counted = brief.figures.find((one) => !isMeasure(one.unit));
  const many = counted ? `those behind ${quoted(counted.text)}` : `everybody the ${brief.subject.short} is meant for`;
  const makers =
    brief.people.length > 0 ? joinWords(brief.people.slice(0, 3)) : `a group whose head the brief does not name`;
  return voice(desk, {
    atlas: `On one side ${many}; on the other ${makers}, who must have it ready. Between them stands ${matters[0]?.who ?? "nobody yet"}, to whom ${quoted(matters[0]?.brief ?? "")} happens first.`,
    briar: `${capital(makers)} will be blamed if it goes wrong, and ${many} will notice. For the ${brief.subject.short} these two do not carry the same risk, and the plan should not pretend that they do.`,
    cedar: `${capital(matters[0]?.who ?? makers)}, ${matters[1]?.who ?? many} and ${matters[2]?.who ?? makers}: three people with three different days. The ${brief.subject.short} succeeds when none of them has to ask ${ownerOf(brief)} what happens next.`,
  });
}

function alternatives(desk: Desk): string {
  const { brief, matters } = desk;
  const { short } = brief.subject;
  const second = quoted(brief.quotes[1] ?? brief.quotes[0] ?? brief.subject.title);
  const [a, b] = matters;
  return voice(desk, {
    atlas: `Doing nothing leaves ${second} where it is. A smaller ${short} would be cheaper, but ${a?.name} and ${b?.name} take nearly the same preparation at half the size.`,
    briar: `The cheapest alternative is to wait, and nobody has yet written down what waiting costs with ${second} on the table. The next cheapest is to settle ${a?.name} alone and look at the result.`,
    cedar: `Today people help themselves, and for a part of ${second} that works. To let it go on has no price on paper and a high one in patience, first of all for ${a?.who}.`,
  });
}

function whyThis(desk: Desk, stands: readonly Stand[]): string {
  const [a, b, c] = stands;
  if (!a || !b) return `It is the shortest way to ${quoted(desk.brief.subject.title)}.`;
  return voice(desk, {
    atlas: `Because it settles the large things once: ${a.way}; then ${b.way}. What is decided at this size for the ${desk.brief.subject.short} need not be decided again.`,
    briar: `Because each step can be stopped. First ${a.way}; only if that holds, ${b.way}. At no point is more at stake than ${quoted(a.matter.brief)} requires.`,
    cedar: `Because it begins with those who will do it: ${a.way}; ${b.way}${c ? `; ${c.way}` : ""}. Around ${quoted(a.matter.brief)} everything else is arrangement.`,
  });
}

function worth(desk: Desk): string {
  const { total, figures, subject } = desk.brief;
  if (!total) {
    return worthWithoutSum(desk);
  }
  const share = shareOf(total, desk.temperament.reserve);
  const counted = figures.find((one) => !isMeasure(one.unit) && one.value >= 10);
  const one = counted && perHead(total, counted.value);
  const each = counted
    ? voice(desk, {
        atlas: ` Spread over ${quoted(counted.text)}, that is ${one} each, whatever the order.`,
        briar: ` That buys ${one} for each of ${quoted(counted.text)}, and not a second try.`,
        cedar: ` For each of ${quoted(counted.text)} it comes to ${one}.`,
      })
    : "";
  return voice(desk, {
    atlas: `The frame is ${quoted(total.text)}.${each} ${share} of it stay in reserve; the rest is divided now, so that the ${subject.short} is not slowed down by asking.`,
    briar: `The limit is ${quoted(total.text)}, and it is a limit and not a target.${each} ${share} are not planned at all, because the ${subject.short} will find a use for them.`,
    cedar: `There is ${quoted(total.text)}.${each} ${share} are kept for the day on which somebody in the ${subject.short} needs help quickly and cannot wait for a signature.`,
  });
}

function worthWithoutSum(desk: Desk): string {
  const { subject, quotes } = desk.brief;
  const asked = quoted(quotes[0] ?? subject.title);
  return voice(desk, {
    atlas: `The brief names no sum, so the worth of the ${subject.short} can only be put as what it replaces: ${asked}. Sizes come first, prices follow from them.`,
    briar: `Nobody has said what ${asked} may cost. Until somebody does, the ${subject.short} is worth exactly what can be taken back.`,
    cedar: `No sum is named. What the ${subject.short} is worth, those behind ${asked} can say in one sentence each, and should be asked.`,
  });
}

function failure(desk: Desk, stands: readonly Stand[]): string {
  const [a, b] = stands.map((stand) => stand.matter);
  if (!a || !b) return `That ${quoted(desk.brief.subject.title)} is understood differently by those concerned.`;
  return voice(desk, {
    atlas: `That ${a.risk}; ${quoted(a.brief)} leaves no second try. Or that ${b.risk}, which one would see early: ${b.sign}.`,
    briar: `In this order: that ${a.risk}; that ${b.risk}. The first shows when ${a.sign}, and then the answer is not courage but to ${a.response}.`,
    cedar: `That ${a.risk}, and that those who see it coming do not say so. The sign is plain enough (${a.sign}); after ${quoted(a.brief)} somebody must be allowed to act on it.`,
  });
}
