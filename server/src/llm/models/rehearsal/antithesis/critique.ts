import type { ArtifactWriter, Desk } from "../desk.ts";
import { line, paragraph } from "../fit-words.ts";
import { counted, quoted } from "../phrasing.ts";
import type { Claim } from "../read-claims.ts";
import { voice } from "../voice.ts";
import { type Review, review } from "./review.ts";

/** For each weak claim what is wrong, the evidence, what would mend it; then what must be kept, and what is missing. */
export const critique: ArtifactWriter = (desk) => {
  const found = review(desk);
  return [
    paragraph(opening(desk, found)),
    ...found.weaknesses.map(({ claim, wrong, evidence, mend, serious }, index) =>
      paragraph(
        `**${serious}** ${name(claim)}: ${wrong}. Evidence: ${evidence}. Mend: ${mend}.`,
        index < 2 ? 0 : index,
      ),
    ),
    paragraph("## Keep\n"),
    ...keepers(found).map((claim, index) => line(`- ${keep(desk, claim, index)}`, index === 0 ? 0 : index + 1)),
    paragraph("## Missing\n"),
    ...missing(desk, found).map((text, index) => line(`- ${text}`, index === 0 ? 0 : index + 1)),
  ];
};

/** What must survive the rewriting; in a proposal that is weak throughout, the last thing it says. */
const keepers = (found: Review): Claim[] =>
  (found.strong.length > 0 ? found.strong : found.claims.slice(-1)).slice(0, 4);

const name = (claim: Claim): string => `[${claim.id ?? claim.doc}] ${quoted(claim.bare)}`;

function opening(desk: Desk, found: Review): string {
  const { brief } = desk;
  const label = found.paper?.label ? `${found.ref} (${found.paper.label})` : found.ref;
  const count = found.claims.length;
  const asked = quoted(brief.quotes[0] ?? brief.subject.title);
  return voice(desk, {
    atlas: `${label} answers ${asked} with ${counted(count, "claim")}; it dates ${counted(found.dated, "claim")} and changes ${counted(found.otherFigures.length, "figure")} of the brief. The question here is whether it can carry the ${brief.subject.short} as a whole.`,
    briar: `${label} makes ${counted(count, "claim")} about ${brief.subject.long} and puts a sum to ${counted(found.priced, "claim")}. Read beside ${asked}, the rest asks to be believed.`,
    cedar: `${label} makes ${counted(count, "claim")} and names somebody who will do it in ${counted(found.owned, "claim")}. For the ${brief.subject.short}, where the brief says ${asked}, that is the first thing to look at.`,
  });
}

function keep(desk: Desk, claim: Claim, index: number): string {
  const own = claim.text.match(/“([^”]+)”/u)?.[1] ?? desk.brief.quotes[index] ?? desk.brief.subject.title;
  const reasons = voice(desk, {
    atlas: `it takes ${quoted(own)} at its full size|it rests on ${quoted(own)} and can be drawn|it gives the rest of the ${desk.brief.subject.short} something to hold on to`,
    briar: `it costs little and answers ${quoted(own)}|it can be checked against ${quoted(own)} by anybody|it does not promise more than ${quoted(own)} allows`,
    cedar: `those concerned by ${quoted(own)} would recognise it|it can be begun tomorrow by the people who read ${quoted(own)}|it leaves somebody in charge of ${quoted(own)}`,
  }).split("|");
  return `${name(claim)}: ${reasons[index % reasons.length]}.`;
}

function missing(desk: Desk, found: Review): string[] {
  if (found.missing.length === 0) {
    return [
      `Nothing the brief raises is missing from ${found.ref}; even ${quoted(desk.matters.at(-1)?.brief ?? "")} has its place.`,
    ];
  }
  return found.missing.slice(0, 4).map(
    (matter) =>
      `${found.ref} passes over ${matter.name}, although the brief says ${quoted(matter.quote)}; ${voice(desk, {
        atlas: `what rests on it has no size, and the risk is that ${matter.risk}`,
        briar: `the bill comes when ${matter.sign}`,
        cedar: `${matter.who} will notice first, because ${matter.risk}`,
      })}.`,
  );
}
