import { citedBriefly } from "../brief/read-brief.ts";
import { type Block, line, paragraph } from "../text/fit-words.ts";
import { joinWords } from "../text/phrasing.ts";
import { voiceOf } from "../voices/voices.ts";
import { type ArtifactWriter, mainPoint, type Workspace } from "../workspace.ts";
import { planRequirements, type Requirement } from "./plan-requirements.ts";

/** The parts of the work: the requirements of each part, what it passes on, and what happens if it fails. */
export const architecture: ArtifactWriter = (workspace) => {
  const all = planRequirements(workspace);
  const used = voiceOf(workspace)
    .parts.map((part) => ({ ...part, carries: all.filter(({ kind }) => part.kinds.includes(kind)) }))
    .filter(({ carries }) => carries.length > 0);
  const titles = used.map(({ title }) => title);
  const count = titles.length === 1 ? "one part" : `${titles.length} parts`;
  return [
    paragraph(`The work on ${citedBriefly(mainPoint(workspace))} has ${count}: ${joinWords(titles)}.`),
    ...used.flatMap((part, index) =>
      describe(workspace, part, titles.length > 1 ? `to ${titles[(index + 1) % titles.length]}: ` : ""),
    ),
    ...boundary(workspace),
  ];
};

function describe(
  workspace: Workspace,
  { title, passes, carries }: { title: string; passes: string; carries: readonly Requirement[] },
  next: string,
): Block[] {
  const quotes = carries.flatMap(({ points }) => points).slice(0, 3);
  const { sign, response } = voiceOf(workspace).kinds[carries[0]?.kind ?? "context"];
  return [
    paragraph(`## ${title}`),
    paragraph(
      `- Responsible for: ${quotes.map(citedBriefly).join(", ") || carries.map((one) => one.title).join(", ")}.`,
      1,
    ),
    line(`- Carries: ${carries.map(({ id }) => id).join(", ")}`),
    line(`- Passes on ${next}${passes}.`, 2),
    line(`- If ${sign}: ${response}.`, 2),
  ];
}

function boundary({ papers, prompt }: Workspace): Block[] {
  const ids = papers.map(({ id }) => `[${id}]`);
  const read = ids.length > 0 ? joinWords(ids, "or") : "a proposal";
  const condition = prompt.remarks.some((one) => one.kind === "overlay");
  return [
    paragraph("## Boundary"),
    paragraph(`What neither the request nor ${read} mentions is out of scope.`, 1),
    ...(condition ? [paragraph("The standing conditions above hold for every part.", 2)] : []),
  ];
}
