import { bare, shorten } from "./bare.ts";
import { firstOfEach } from "./first-of-each.ts";

export type Requirement = { number: number; title: string };
export type Milestone = { number: number; title: string; dependsOn: number[]; requirements: number[] };

const heading = /^ {0,3}#{2,6}[ \t]+(.+)$/;
const mostInRange = 200;

/** `### R-1 Title`; where no heading has a number, items, bold lines and rows that begin with one. */
export function parseRequirements(lines: readonly string[]): Requirement[] {
  const under = (texts: string[]) =>
    texts.flatMap((text) => {
      const match = /^[*_[]{0,3}R-?(\d{1,5})\b[\]*_]{0,3}[ \t]*[:.–—|-]?(.*)$/.exec(text.trim());
      return match ? [{ number: Number(match[1]), title: shorten(bare(match[2] ?? ""), 200) }] : [];
    });
  const headed = under(lines.flatMap((line) => heading.exec(line)?.[1] ?? []));
  const unmarked = () => under(lines.map((line) => line.replace(/^ {0,3}(?:[-*+]|\d{1,3}[.)]|\|)[ \t]+/, "")));
  return firstOfEach(headed.length > 0 ? headed : unmarked(), ({ number }) => number);
}

/** `## M1 Title` with its fields `Depends on` and `Requirements`. */
export function parseMilestones(lines: readonly string[]): Milestone[] {
  const found: Milestone[] = [];
  let open: Milestone | undefined;
  for (const line of lines) {
    const title = heading.exec(line)?.[1];
    const match =
      title === undefined ? null : /^[*_[]{0,3}M(\d{1,5})\b[\]*_]{0,3}[ \t]*[:.–—-]?(.*)$/.exec(title.trim());
    if (match) {
      open = { number: Number(match[1]), title: shorten(bare(match[2] ?? ""), 200), dependsOn: [], requirements: [] };
      found.push(open);
    } else if (open) {
      const field =
        /^[ \t]*(?:[-*+][ \t]+)?[*_]{0,3}(depends on|dependencies|requirements)[^:*_]{0,20}[*_]{0,3}:[*_]{0,3}(.*)$/i.exec(
          line,
        );
      if (!field) continue;
      const isDependency = field[1]?.toLowerCase().startsWith("dep");
      const into = isDependency ? open.dependsOn : open.requirements;
      into.push(...numbersIn(field[2] ?? "", isDependency ? "M" : "R"));
    }
  }
  return firstOfEach(found, ({ number }) => number);
}

/** `R-1, R-4`, and `R-1 to R-4` as all four. */
function numbersIn(text: string, letter: "M" | "R"): number[] {
  const id = new RegExp(
    `\\b${letter}-?(\\d{1,5})\\b(?:[ \\t]{0,3}(?:–|—|\\.\\.|to|through)[ \\t]{0,3}${letter}?-?(\\d{1,5})\\b)?`,
    "g",
  );
  const numbers = [...text.matchAll(id)].flatMap(([, from, to]) => {
    const [first, last] = [Number(from), Number(to ?? from)];
    const count = last >= first && last - first < mostInRange ? last - first + 1 : 1;
    return Array.from({ length: count }, (_, index) => first + index);
  });
  return [...new Set(numbers)];
}
