import { mannerOf, quotedBriefly } from "../brief/manner.ts";
import { type Point, shortened } from "../brief/read-brief.ts";
import type { TemperamentName } from "../temperament.ts";
import { type Block, line, paragraph } from "../text/fit-words.ts";
import { quoted } from "../text/phrasing.ts";
import { type ArtifactWriter, mainPoint, oncePerDocument, pointsOf, type Workspace } from "../workspace.ts";

/** One part of the result, in the words of the brief. */
export type Feature = {
  title: string;
  /** The words of the brief without an introduction. */
  short: string;
  quote: string;
  source: string;
  /** True for a decision or a proof that this temperament wants before the parts themselves. */
  isGround: boolean;
};

type Voice = {
  /** Features that come before the goals. */
  ground: {
    kinds: Point["kind"][];
    title: (quote: string, point: Point) => string;
    objective: string;
    story: (part: string) => string;
    accepted: string;
  };
  objective: string;
  story: (part: string, goal: string) => string;
  accepted: (part: string) => string;
  /** The heading above the conditions for all parts, and the line for one condition. */
  conditions: string;
  condition: (quote: string) => string;
  nothingLeft: string;
  rest: string;
};

const voices: Record<TemperamentName, Voice> = {
  atlas: {
    ground: { kinds: [], title: (quote) => quote, objective: "", story: () => "", accepted: "" },
    objective: "to deliver this part complete",
    story: (part, goal) => `As the person who asked, I want all of ${part}, so that nothing of ${goal} is missing.`,
    accepted: (part) => `everything that ${part} names can be seen or used.`,
    conditions: "## True of every part",
    condition: (quote) => `The finished whole fits ${quote}.`,
    nothingLeft: "The request excludes nothing in so many words.",
    rest: "Anything the request does not name is not part of this proposal.",
  },
  briar: {
    ground: {
      kinds: ["limit", "figure"],
      title: (quote, point) =>
        mannerOf(point) === "figure" ? `Confirmation of ${quote}` : `Proof that ${quote} can be kept`,
      objective: "to know this before money is spent on what depends on it",
      story: (part) => `As the person who pays, I want to know early whether ${part} holds.`,
      accepted: "the result is in writing, and says what happens if it is negative.",
    },
    objective: "to deliver this part at the lowest risk and cost",
    story: (part, goal) =>
      `As the person who pays, I want ${part} in its plainest form, so that ${goal} stays within its limits.`,
    accepted: (part) => `a written check of ${part} was made before the next step is paid for.`,
    conditions: "## Checked before any part",
    condition: (quote) => `A written note says what follows from ${quote}.`,
    nothingLeft: "No exclusion is stated; ask before assuming that everything is allowed.",
    rest: "What would be pleasant but is not asked for costs money and is left out.",
  },
  cedar: {
    ground: {
      kinds: ["person", "open"],
      title: (quote, point) => (point.kind === "open" ? `Decision about ${quote}` : `Agreement on ${quote}`),
      objective: "to have the people concerned settle this before the work begins",
      story: (part) => `As someone who works on it, I want to hear what was agreed about ${part}.`,
      accepted: "everyone concerned has said yes, and it is written down.",
    },
    objective: "to hand over this part in a form that people can work with",
    story: (part, goal) =>
      `As someone who works on it, I want to know who takes over ${part}, so that ${goal} does not wait for me.`,
    accepted: (part) => `a person who did not work on ${part} can use it without help.`,
    conditions: "## Known to everyone on the work",
    condition: (quote) => `Everyone can say what ${quote} means for their own part.`,
    nothingLeft: "The request names nothing to leave out; the people involved may know of something.",
    rest: "Work that no named person can take on is left out until someone takes it.",
  },
};

/**
 * The parts of the result, each with its objective, a story and its acceptance; then the conditions for all parts, and the
 * exclusions.
 */
export const featureSpecification: ArtifactWriter = (workspace) => {
  const voice = voices[workspace.temperament.name];
  const excluded = pointsOf(workspace, "exclusion");
  const conditions = pointsOf(workspace, "limit", "figure").filter((point) => mannerOf(point) !== "date");
  return [
    ...featuresOf(workspace).flatMap((feature, index) => write(workspace, feature, index)),
    ...(conditions.length > 0 ? [paragraph(voice.conditions, 1)] : []),
    ...conditions.map((point, index) => line(`- ${voice.condition(quotedBriefly(point))}`, index + 1)),
    paragraph("## Ruled out"),
    ...excluded.map((point, index) => line(`- ${quoted(point.quote)}.`, index < 6 ? 0 : 3)),
    ...(excluded.length === 0 ? [paragraph(voice.nothingLeft)] : []),
    paragraph(voice.rest, 2),
  ];
};

function write(workspace: Workspace, { title, short, source, isGround }: Feature, index: number): Block[] {
  const { ground, ...voice } = voices[workspace.temperament.name];
  const all = featuresOf(workspace);
  const rank = index < 3 ? 0 : index + 1;
  const before = isGround || !all[0]?.isGround ? "none" : "F1";
  const goal = short === workspace.brief.subject ? "the whole" : quoted(workspace.brief.subject);
  return [
    paragraph(`## F${index + 1} ${title}`, rank),
    paragraph(`Objective: ${isGround ? ground.objective : voice.objective}.`, rank),
    paragraph(`- Story: ${isGround ? ground.story(quoted(short)) : voice.story(quoted(short), goal)}`, rank + 1),
    line(`- Acceptance: ${isGround ? ground.accepted : voice.accepted(quoted(short))}`, rank),
    line(`- Depends on: ${before}`, rank + 1),
    ...(source === "the request" ? [] : [line(`- Source: ${source}`, rank)]),
  ];
}

const mostFeatures = 8;

/**
 * The deliverables: first the decisions that this temperament wants, then the goals, or the items that a goal lists.
 */
export const featuresOf = oncePerDocument((workspace: Workspace): Feature[] => {
  const { ground } = voices[workspace.temperament.name];
  const main = mainPoint(workspace);
  const goals = pointsOf(workspace, "goal").filter((point) => point !== main);
  const results = (goals.length > 0 ? goals : main ? [main] : []).flatMap((point) => resultsOf(point));
  const settled = pointsOf(workspace, ...ground.kinds)
    .slice(0, 3)
    .map((point) => ({
      title: ground.title(quotedBriefly(point), point),
      short: shortened(point),
      quote: point.quote,
      source: point.source,
      isGround: true,
    }));
  const features = [...settled, ...results];
  return [...new Map(features.map((one) => [one.title, one])).values()].slice(0, mostFeatures);
});

function resultsOf(point: Point): Feature[] {
  const { items, quote, source } = point;
  const short = shortened(point);
  return items.length > 0
    ? items.map((item) => ({ title: item, short: item, quote: item, source, isGround: false }))
    : [{ title: short, short, quote, source, isGround: false }];
}
