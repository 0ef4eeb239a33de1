import { atLength } from "./at-length.ts";
import { type ArtifactWriter, ownerOf } from "./desk.ts";
import { planRequirements } from "./synthesis/plan-requirements.ts";
import { acceptanceOf } from "./synthesis/requirements.ts";
import { line, paragraph, wordsOf } from "./text/fit-words.ts";
import { quoted } from "./text/phrasing.ts";

/** An artifact the rehearsal models do not know: written from its own description and from what the brief says. */
export const otherArtifact: ArtifactWriter = (desk, { heading, about, budget }) => {
  const page = [
    paragraph(`${heading} for ${quoted(desk.brief.subject)}.`),
    ...(about === "" ? [] : [paragraph(`Asked for: ${about.replace(/\.$/, "")}.`, 1)]),
    ...planRequirements(desk).map((one, index) => {
      const quotes = one.points.map(({ quote }) => quoted(quote)).join("; ") || quoted(one.words);
      return line(`- ${quotes}: ${acceptanceOf(desk, one)}.`, index < 2 ? 0 : index + 1);
    }),
    ...desk.papers.slice(0, 3).map((paper) => line(`- [${paper.id}] ${paper.label} is taken into account.`, 4)),
    paragraph(`${ownerOf(desk)} confirms or corrects this page before the work goes on.`.replace(/^the/, "The"), 5),
  ];
  return [...page, ...atLength(desk, { heading, budget, used: wordsOf(page) })];
};
