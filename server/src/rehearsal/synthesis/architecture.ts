import type { Point } from "../brief/read-brief.ts";
import type { TemperamentName } from "../temperament.ts";
import { type Block, line, paragraph } from "../text/fit-words.ts";
import { joinWords, quoted } from "../text/phrasing.ts";
import { type ArtifactWriter, ownerOf, type Workspace } from "../workspace.ts";
import { planRequirements, type Requirement } from "./plan-requirements.ts";

type Part = { title: string; kinds: Point["kind"][]; passes: string };

/** The organisation of the work: what is made, what is kept to, and who decides. */
const parts: readonly Part[] = [
  { title: "Result", kinds: ["goal", "context"], passes: "what is finished, to be checked against the limits" },
  { title: "Limits", kinds: ["limit", "exclusion", "figure"], passes: "each limit with the result of its last check" },
  { title: "Calendar", kinds: ["date"], passes: "the dates, and what is still to be done before each" },
  {
    title: "People and decisions",
    kinds: ["person", "open"],
    passes: "decisions in writing, with the day and the name",
  },
];

const failures: Record<TemperamentName, (who: string) => string> = {
  atlas: (who) => `the other parts go on, and ${who} decides what takes its place`,
  briar: (who) => `nothing that depends on it is paid for until ${who} has approved a way out`,
  cedar: (who) => `${who} tells everyone concerned on the same day and names who helps`,
};

/** The parts, what each is responsible for, what passes between them, and what happens when one fails. */
export const architecture: ArtifactWriter = (workspace) => {
  const all = planRequirements(workspace);
  const used = parts
    .map((part) => ({ part, carries: all.filter(({ kind }) => part.kinds.includes(kind)) }))
    .filter(({ carries }) => carries.length > 0);
  const titles = used.map(({ part }) => part.title);
  return [
    paragraph(
      `The work on ${quoted(workspace.brief.subject)} has ${titles.length === 1 ? "one part" : `${titles.length} parts`}: ${joinWords(titles)}.`,
    ),
    ...used.flatMap(({ part, carries }, index) => describe(workspace, part, carries, { index, titles })),
    ...boundary(workspace),
  ];
};

function describe(
  workspace: Workspace,
  part: Part,
  carries: readonly Requirement[],
  at: { index: number; titles: string[] },
): Block[] {
  const next = at.titles[(at.index + 1) % at.titles.length] ?? "";
  const quotes = carries
    .flatMap(({ points }) => points)
    .slice(0, 3)
    .map(({ title }) => quoted(title));
  const passes = at.titles.length > 1 ? `to ${next}: ${part.passes}` : part.passes;
  return [
    paragraph(`## ${part.title}`),
    paragraph(
      `- Responsible for: ${quotes.length > 0 ? quotes.join(", ") : carries.map(({ title }) => title).join(", ")}.`,
      1,
    ),
    line(`- Carries: ${carries.map(({ id }) => id).join(", ")}`),
    line(`- Passes ${passes}.`, 2),
    line(`- If it fails: ${failures[workspace.temperament.name](ownerOf(workspace, at.index))}.`, 2),
  ];
}

function boundary({ papers, prompt }: Workspace): Block[] {
  const [first] = papers;
  const condition = prompt.remarks.find((one) => one.kind === "overlay");
  return [
    paragraph("## Boundary"),
    paragraph(
      first
        ? `Anything that neither the request nor the proposals mention is out of scope; the frame is taken from ${first.label || "the first document"} [${first.id}].`
        : "Anything that the request does not mention is out of scope.",
      1,
    ),
    ...(condition ? [paragraph("The standing conditions above hold for every part.", 2)] : []),
  ];
}
