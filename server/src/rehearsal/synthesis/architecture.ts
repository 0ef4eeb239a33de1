import { quotedBriefly } from "../brief/manner.ts";
import type { Point } from "../brief/read-brief.ts";
import type { TemperamentName } from "../temperament.ts";
import { type Block, line, paragraph } from "../text/fit-words.ts";
import { joinWords, quoted } from "../text/phrasing.ts";
import { type ArtifactWriter, ownerOf, type Workspace } from "../workspace.ts";
import { planRequirements, type Requirement } from "./plan-requirements.ts";

type Part = { title: string; kinds: Point["kind"][]; passes: string; fails: (who: string) => string };

/** The parts of the work: the results, the limits and the decisions. Each temperament divides the work differently. */
const parts: Record<TemperamentName, readonly Part[]> = {
  atlas: [
    {
      title: "Result",
      kinds: ["goal", "context"],
      passes: "what is finished, to be compared with the frame",
      fails: (who) => `${who} decides which part is delivered later`,
    },
    {
      title: "Frame",
      kinds: ["limit", "exclusion", "figure", "date"],
      passes: "what the parts have to fit into",
      fails: (who) => `${who} has the parts that no longer fit made again`,
    },
    {
      title: "People and decisions",
      kinds: ["person", "open"],
      passes: "who makes which part, and what is decided",
      fails: (who) => `the other parts go on, and ${who} finds someone else for it`,
    },
  ],
  briar: [
    {
      title: "Limits",
      kinds: ["limit", "exclusion", "figure"],
      passes: "each limit with the result of its last check",
      fails: (who) => `nothing that depends on it is paid for until ${who} approves a way out`,
    },
    {
      title: "Approvals",
      kinds: ["person", "open"],
      passes: "what may be spent, with a signature",
      fails: () => "the work stops where the last approval ends",
    },
    {
      title: "Deadlines",
      kinds: ["date"],
      passes: "how much time is to spare",
      fails: (who) => `${who} leaves out what is not paid for yet`,
    },
    {
      title: "Delivery",
      kinds: ["goal", "context"],
      passes: "what was delivered, with its proofs",
      fails: (who) => `${who} goes back to the last state that was proven`,
    },
  ],
  cedar: [
    {
      title: "People",
      kinds: ["person", "open"],
      passes: "who has agreed to what",
      fails: (who) => `${who} tells everyone concerned on the same day`,
    },
    {
      title: "Hand-overs",
      kinds: ["goal", "context"],
      passes: "each part, with one page of instructions",
      fails: (who) => `${who} asks those who should have taken it over what is missing`,
    },
    {
      title: "Reminders",
      kinds: ["limit", "exclusion", "figure", "date"],
      passes: "what everyone has to know, in writing",
      fails: (who) => `${who} goes through them again with everyone involved`,
    },
  ],
};

/** The parts, their responsibilities, what they exchange, and what happens if one fails. */
export const architecture: ArtifactWriter = (workspace) => {
  const all = planRequirements(workspace);
  const used = parts[workspace.temperament.name]
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
    .map(quotedBriefly);
  const passes = at.titles.length > 1 ? `to ${next}: ${part.passes}` : part.passes;
  return [
    paragraph(`## ${part.title}`),
    paragraph(
      `- Responsible for: ${quotes.length > 0 ? quotes.join(", ") : carries.map(({ title }) => title).join(", ")}.`,
      1,
    ),
    line(`- Carries: ${carries.map(({ id }) => id).join(", ")}`),
    line(`- Passes on ${passes}.`, 2),
    line(`- If it fails: ${part.fails(ownerOf(workspace, at.index))}.`, 2),
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
