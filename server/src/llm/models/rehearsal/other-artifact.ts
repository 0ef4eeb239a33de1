import { atLength } from "./at-length.ts";
import type { ArtifactWriter } from "./desk.ts";
import { line, paragraph, wordsOf } from "./fit-words.ts";
import { ownerOf } from "./matter.ts";
import { quoted, sentence } from "./phrasing.ts";

/** An artifact nobody taught the rehearsal models: written from its own description and from what the brief raises. */
export const otherArtifact: ArtifactWriter = (desk, { heading, about, budget }) => {
  const { brief, matters } = desk;
  const wanted = about === "" ? "" : ` What is asked for: ${about.replace(/\.$/, "")}.`;
  const page = [
    paragraph(
      `${sentence(`${heading} for ${brief.subject.long}`)} The brief says ${quoted(brief.quotes[0] ?? brief.subject.title)}.`,
    ),
    paragraph(wanted.trim(), wanted === "" ? 9 : 1),
    ...matters
      .slice(0, 6)
      .map((matter, index) =>
        line(
          `- **${matter.title}** (${quoted(matter.brief)}): ${matter.way}; it is enough when ${matter.check}.`,
          index < 2 ? 0 : index + 1,
        ),
      ),
    ...desk.papers
      .slice(0, 3)
      .map((paper) =>
        line(`- [${paper.id}] is taken into account${paper.claims[0] ? `: ${paper.claims[0].text}` : "."}`, 4),
      ),
    paragraph(
      sentence(`${ownerOf(brief)} confirms or corrects this page before the ${brief.subject.short} goes on`),
      5,
    ),
  ].filter((block) => block.text !== "");
  return [...page, ...atLength(desk, { heading, budget, used: wordsOf(page) })];
};
