import { line, paragraph } from "../text/fit-words.ts";
import { tableHead, tableRow } from "../text/phrasing.ts";
import { voiceOf } from "../voices/voices.ts";
import type { ArtifactWriter } from "../workspace.ts";

/** Choices that would be costly to reverse. They concern methods, not tools, because the models know no tools. */
export const technologyChoices: ArtifactWriter = (workspace) => {
  const rows = Object.values(voiceOf(workspace).choices).map(({ way, rejected, because }) => [way, rejected, because]);
  return [
    paragraph(tableHead(["chosen", "rejected", "why", "exit"])),
    ...rows.map((row) => line(tableRow([...row, "take the rejected way for work that has not begun"]))),
  ];
};
