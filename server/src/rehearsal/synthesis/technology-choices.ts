import { citedBriefly } from "../brief/read-brief.ts";
import { line, paragraph } from "../text/fit-words.ts";
import { tableHead, tableRow } from "../text/phrasing.ts";
import { choicesOf } from "../thesis/technical-approach.ts";
import { fill, voiceOf } from "../voices/voices.ts";
import { type ArtifactWriter, pointsOf } from "../workspace.ts";

/** Choices that would be costly to reverse. They concern methods, not tools, because the models know no tools. */
export const technologyChoices: ArtifactWriter = (workspace) => {
  const { approach } = voiceOf(workspace);
  const fixed = pointsOf(workspace, "limit", "exclusion").slice(0, 4);
  const rows = [
    ...choicesOf(workspace).map(({ way, rejected, because }) => [way, rejected, because, approach.exit]),
    [
      `a reserve of ${workspace.temperament.reserve} %`,
      "no reserve",
      "a plan without one has no room for errors",
      approach.exit,
    ],
    ...fixed.map((point) => [
      fill(approach.fixed, citedBriefly(point)),
      "leave it to be settled later",
      "it is a sentence of the request",
      "ask the person who wrote the request",
    ]),
  ];
  return [
    paragraph(tableHead(["chosen", "rejected", "why", "exit"])),
    ...rows.map((row, index) => line(tableRow(row), index < 3 ? 0 : index)),
  ];
};
