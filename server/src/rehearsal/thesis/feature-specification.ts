import type { Point } from "../brief/read-brief.ts";
import type { TemperamentName } from "../temperament.ts";
import { type Block, line, paragraph } from "../text/fit-words.ts";
import { quoted } from "../text/phrasing.ts";
import { type ArtifactWriter, mainPoint, oncePerDocument, ownerOf, pointsOf, type Workspace } from "../workspace.ts";

/** One part of the result, in the words of the brief. */
export type Feature = {
  title: string /** Its words alone. */;
  short: string;
  quote: string;
  source: string;
  isGround: boolean;
};

type Voice = {
  /** The section before the goals, and its name. */
  ground: { kinds: Point["kind"][]; title: (quote: string, kind: Point["kind"]) => string; accepted: string };
  objective: string;
  story: (who: string, part: string, goal: string) => string;
  accepted: string;
  condition: (quote: string) => string;
  nothingLeft: string;
  rest: string;
};

const voices: Record<TemperamentName, Voice> = {
  atlas: {
    ground: { kinds: [], title: (quote) => quote, accepted: "" },
    objective: "delivered complete",
    story: (who, part, goal) => `As ${who}, I want all of ${part}, so that ${goal} lacks nothing.`,
    accepted: "everything its words name can be seen or used",
    condition: (quote) => `${quote} still holds when the whole is shown`,
    nothingLeft: "The request excludes nothing in so many words.",
    rest: "Anything the request does not name is not part of this proposal.",
  },
  briar: {
    ground: {
      kinds: ["limit", "figure"],
      title: (quote, kind) =>
        kind === "limit" ? `Proof that ${quote} can be met` : `Confirmation that ${quote} is right`,
      accepted: "the result is in writing, and it is clear what happens if it is negative",
    },
    objective: "at the lowest risk and cost",
    story: (who, part, goal) =>
      `As ${who}, I want early certainty about ${part}, so that ${goal} does not rest on a guess.`,
    accepted: "a written measurement or confirmation is there before money is spent on it",
    condition: (quote) => `${quote} has been checked, and the result is in writing`,
    nothingLeft: "No exclusion is stated; ask before assuming that everything is allowed.",
    rest: "What would be pleasant but is not asked for costs money and is left out.",
  },
  cedar: {
    ground: {
      kinds: ["person", "open"],
      title: (quote, kind) => (kind === "open" ? `Decision about ${quote}` : `Agreement on ${quote}`),
      accepted: "everyone concerned has said yes, and it is written down",
    },
    objective: "in a form that people can work with",
    story: (who, part, goal) => `As ${who}, I want to know my share in ${part}, so that I can do it for ${goal}.`,
    accepted: "a person who did not work on it can use it without help",
    condition: (quote) => `everyone who works on it knows ${quote}`,
    nothingLeft: "The request names nothing to leave out; the people involved may know of something.",
    rest: "Work that no named person can take on is left out until someone takes it.",
  },
};

/** The parts of the result, each with its objective, a story and how one sees that it is met; then what is left out. */
export const featureSpecification: ArtifactWriter = (workspace) => {
  const voice = voices[workspace.temperament.name];
  const excluded = pointsOf(workspace, "exclusion");
  return [
    ...featuresOf(workspace).flatMap((feature, index) => write(workspace, feature, index)),
    paragraph("## Ruled out"),
    ...excluded.map((point, index) => line(`- ${quoted(point.quote)}.`, index < 6 ? 0 : 3)),
    ...(excluded.length === 0 ? [paragraph(voice.nothingLeft)] : []),
    paragraph(voice.rest, 2),
  ];
};

function write(workspace: Workspace, { title, short, quote, source, isGround }: Feature, index: number): Block[] {
  const voice = voices[workspace.temperament.name];
  const all = featuresOf(workspace);
  const rank = index < 3 ? 0 : index + 1;
  const before = isGround || !all[0]?.isGround ? "none" : "F1";
  return [
    paragraph(`## F${index + 1} ${title}`, rank),
    paragraph(`Objective: ${title.includes(quote) ? "this part" : quoted(quote)}, ${voice.objective}.`, rank),
    paragraph(
      `- Story: ${voice.story(ownerOf(workspace, index), quoted(short), short === workspace.brief.subject ? "the whole" : quoted(workspace.brief.subject))}`,
      rank + 1,
    ),
    line(`- Acceptance: ${isGround ? voice.ground.accepted : voice.accepted}.`, rank),
    ...conditionsFor(workspace, index).map((point) =>
      line(`- Acceptance: ${voice.condition(quoted(point.title))}.`, rank + 2),
    ),
    line(`- Depends on: ${before}`, rank + 1),
    ...(source === "the request" ? [] : [line(`- Source: ${source}`, rank)]),
  ];
}

const mostFeatures = 8;

/** The deliverables: goals, item by item where they list some; before them the decisions that this temperament wants first. */
export const featuresOf = oncePerDocument((workspace: Workspace): Feature[] => {
  const { ground } = voices[workspace.temperament.name];
  const main = mainPoint(workspace);
  const goals = pointsOf(workspace, "goal").filter((point) => point !== main);
  const results = (goals.length > 0 ? goals : main ? [main] : []).flatMap((point) => resultsOf(point));
  const settled = pointsOf(workspace, ...ground.kinds)
    .slice(0, 3)
    .map((point) => ({
      title: ground.title(quoted(point.title), point.kind),
      short: point.title,
      quote: point.quote,
      source: point.source,
      isGround: true,
    }));
  const features = [...settled, ...results];
  return [...new Map(features.map((one) => [one.title, one])).values()].slice(0, mostFeatures);
});

const resultsOf = ({ items, title, quote, source }: Point): Feature[] =>
  items.length > 0
    ? items.map((item) => ({ title: item, short: item, quote: item, source, isGround: false }))
    : [{ title, short: title, quote, source, isGround: false }];

/** The limits are shared out among the first features, so that each is a criterion of one of them. */
function conditionsFor(workspace: Workspace, index: number): Point[] {
  const limits = pointsOf(workspace, "limit", "figure", "date", "context");
  const share = Math.min(4, featuresOf(workspace).length);
  return index >= share ? [] : limits.filter((_, at) => at % share === index).slice(0, 3);
}
