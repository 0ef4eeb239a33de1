import type { ArtifactWriter, Desk } from "../desk.ts";
import { line, paragraph } from "../fit-words.ts";
import { dueIn, type Matter, ownerOf } from "../matter.ts";
import { joinWords, quoted, sentence } from "../phrasing.ts";
import { isGeneral } from "../read-claims.ts";
import { voice } from "../voice.ts";
import { judgeClaims, refOf } from "./verdicts.ts";

/** The parts, what each carries, where they meet, how much they hold, and what happens when one gives way. */
export const architecture: ArtifactWriter = (desk) => {
  const parts = desk.matters.slice(0, 8);
  const verdicts = judgeClaims(desk);
  return [
    paragraph(`**Whole.** ${whole(desk, parts)}`),
    paragraph(`**Parts of the ${desk.brief.subject.short}:**`),
    ...parts.map((matter, index) => {
      const kept = verdicts.find((one) => one.matter?.key === matter.key && one.leads && !isGeneral(one.claim));
      const from = kept ? ` after ${refOf(kept.claim)} ${quoted(kept.claim.bare)}` : "";
      return line(
        `- **${matter.title}** carries ${quoted(matter.brief)}${from}; it holds when ${matter.aim}.`,
        index < 3 ? 0 : index,
      );
    }),
    paragraph(`**Where they meet.** ${joints(desk, parts)}`, 1),
    paragraph(`**What it holds.** ${load(desk)}`, 1),
    paragraph(`**When a part gives way.** ${failure(parts)}`, 2),
  ];
};

function whole(desk: Desk, parts: readonly Matter[]): string {
  const { long, short } = desk.brief.subject;
  const [a, b] = parts;
  return voice(desk, {
    atlas: `${a?.title} and ${b?.name} are the frame of ${long}; whatever else belongs to the ${short} is attached to one of the two and can be exchanged without moving them.`,
    briar: `The ${short} is cut so that each part can fail alone. Between ${a?.name} and ${b?.name} stands a decision by ${ownerOf(desk.brief)}, not a habit.`,
    cedar: `The ${short} is arranged around those who work in it: whoever deals with ${a?.name} sits next to whoever deals with ${b?.name}, and both see the same list.`,
  });
}

function joints(desk: Desk, parts: readonly Matter[]): string {
  const byPhase = parts.toSorted((a, b) => a.phase - b.phase);
  const pairs = byPhase.flatMap((matter) => {
    const before = byPhase.findLast((one) => one.phase < matter.phase);
    return before
      ? [`${matter.name} cannot be finished before ${before.name}, due by ${dueIn(before.phase, desk.brief)}`]
      : [];
  });
  const [first] = byPhase;
  if (pairs.length === 0)
    return `All parts begin together, once ${first?.need.from} has given ${first?.need.what} for the ${desk.brief.subject.short}.`;
  return sentence(pairs.slice(0, 3).join("; "));
}

function load(desk: Desk): string {
  const { figures, limits, subject } = desk.brief;
  const sizes = figures.slice(0, 4).map((one) => quoted(one.text));
  const bound = limits[0] ? ` The tightest condition is ${quoted(limits[0])}.` : "";
  if (sizes.length === 0) return `The brief gives the ${subject.short} no size; the first milestone has to.${bound}`;
  return `The ${subject.short} is sized by ${joinWords(sizes)}.${bound}`;
}

function failure(parts: readonly Matter[]): string {
  return parts
    .slice(0, 3)
    .map((matter) => `When ${matter.sign}: ${matter.response} (${quoted(matter.brief)}).`)
    .join(" ");
}
