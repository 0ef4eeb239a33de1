import { citedBriefly } from "../brief/read-brief.ts";
import { handlingOf, mannerOf, planWordsOf } from "../plan/words.ts";
import { type Block, paragraph } from "../text/fit-words.ts";
import { joinWords } from "../text/phrasing.ts";
import { type ArtifactWriter, mainPoint, type Workspace } from "../workspace.ts";
import { planRequirements, type Requirement } from "./plan-requirements.ts";

/** The parts of the work, each with its requirements. */
export const architecture: ArtifactWriter = (workspace) => {
  const parts = [...Map.groupBy(planRequirements(workspace), ({ kind }) => mannerOf(kind)).values()];
  const titles = parts.map(([first]) => planWordsOf(workspace).parts[mannerOf(first?.kind ?? "context")]);
  const count = titles.length === 1 ? "one part" : `${titles.length} parts`;
  return [
    paragraph(`The work on ${citedBriefly(mainPoint(workspace))} has ${count}: ${joinWords(titles)}.`),
    ...parts.flatMap((carries, index) => describe(workspace, titles[index] ?? "", carries)),
    ...boundary(workspace),
  ];
};

function describe(workspace: Workspace, title: string, carries: readonly Requirement[]): Block[] {
  const { must } = handlingOf(workspace, carries[0]?.kind ?? "context");
  const all = carries.map(({ id, title, points: [first] }) => `${id} ${first ? citedBriefly(first) : title}`);
  return [paragraph(`## ${title}`), paragraph(`${must}: ${all.join("; ")}.`, 1)];
}

function boundary({ papers }: Workspace): Block[] {
  const ids = papers.map(({ id }) => `[${id}]`);
  const read = ids.length > 0 ? joinWords(ids, "or") : "a proposal";
  return [paragraph("## Boundary"), paragraph(`What neither the request nor ${read} mentions is out of scope.`, 1)];
}
