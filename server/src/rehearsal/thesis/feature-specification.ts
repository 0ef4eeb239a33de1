import type { Point } from "../brief/read-brief.ts";
import { type ArtifactWriter, type Desk, ownerOf, pointsOf } from "../desk.ts";
import type { TemperamentName } from "../temperament.ts";
import { type Block, line, paragraph } from "../text/fit-words.ts";
import { quoted } from "../text/phrasing.ts";

/** One part of the result, in the words of the brief. */
export type Feature = { title: string; quote: string; point: Point };

type Voice = {
  objective: (quote: string) => string;
  story: (who: string, title: string, goal: string) => string;
  accepted: (quote: string) => string[];
  nothingLeft: string;
  rest: string;
};

const voices: Record<TemperamentName, Voice> = {
  atlas: {
    objective: (quote) => `Objective: complete delivery of ${quote}.`,
    story: (who, title, goal) => `As ${who}, I want all of ${title}, so that ${goal} is complete.`,
    accepted: (quote) => [`Everything that ${quote} names can be seen or used.`],
    nothingLeft: "The request excludes nothing in so many words.",
    rest: "Anything the request does not name is not part of this proposal.",
  },
  briar: {
    objective: (quote) => `Objective: ${quote}, at the lowest risk and cost.`,
    story: (who, title, goal) => `As ${who}, I want proof that ${title} holds, so that ${goal} does not rest on a guess.`,
    accepted: (quote) => [`A written measurement or confirmation shows that ${quote} holds.`],
    nothingLeft: "No exclusion is stated; ask before assuming that everything is allowed.",
    rest: "What would be pleasant but is not asked for costs money and is left out.",
  },
  cedar: {
    objective: (quote) => `Objective: ${quote}, in a form that people can work with.`,
    story: (who, title, goal) => `As ${who}, I want to know my part in ${title}, so that I can contribute to ${goal}.`,
    accepted: (quote) => [`A person who did not work on it confirms ${quote} without help.`],
    nothingLeft: "The request names nothing to leave out; the people involved may know of something.",
    rest: "Work that no named person can take on is left out until someone takes it.",
  },
};

/** The parts of the result, each with its objective, a story and how one sees that it is met; then what is left out. */
export const featureSpecification: ArtifactWriter = (desk) => {
  const voice = voices[desk.temperament.name];
  const features = featuresOf(desk);
  const excluded = pointsOf(desk, "exclusion");
  return [
    ...features.flatMap((feature, index) => write(desk, feature, index)),
    paragraph("## Left out"),
    ...excluded.map((point, index) => line(`- ${quoted(point.quote)}.`, index < 6 ? 0 : 3)),
    ...(excluded.length === 0 ? [paragraph(voice.nothingLeft)] : []),
    line(`${excluded.length === 0 ? "\n" : "- "}${voice.rest}`, 2),
  ];
};

function write(desk: Desk, { title, quote, point }: Feature, index: number): Block[] {
  const voice = voices[desk.temperament.name];
  const goal = quoted(desk.brief.subject);
  const rank = index < 3 ? 0 : index + 1;
  const conditions = conditionsFor(desk, index);
  return [
    paragraph(`## F${index + 1} ${title}`, rank),
    paragraph(voice.objective(quoted(quote)), rank),
    line(`- Story: ${voice.story(ownerOf(desk, index), quoted(title), goal)}`, rank + 1),
    ...voice.accepted(quoted(title)).map((text) => line(`- Acceptance: ${text}`, rank)),
    ...conditions.map((one) => line(`- Acceptance: ${quoted(one.quote)} still holds.`, rank + 2)),
    line(`- Depends on: ${index === 0 ? "none" : `F${index}`}`, rank + 1),
    ...(point.source === "the request" ? [] : [line(`- Source: ${point.source}`, rank)]),
  ];
}

const mostFeatures = 8;

/** What is to be delivered: goals, item by item where they list some; where there are none, what matters most. */
export function featuresOf(desk: Desk): Feature[] {
  const goals = pointsOf(desk, "goal");
  const wanted = [...pointsOf(desk, ...extra[desk.temperament.name]).slice(0, 3)];
  const lead = desk.temperament.name === "atlas" ? [...goals, ...wanted] : [...wanted, ...goals];
  const points = lead.length > 0 ? lead : desk.points;
  const features = points.flatMap((point): Feature[] =>
    point.items.length > 0
      ? point.items.map((item) => ({ title: item, quote: item, point }))
      : [{ title: point.title, quote: point.quote, point }],
  );
  return [...new Map(features.map((one) => [one.quote, one])).values()].slice(0, mostFeatures);
}

/** Beside the goals: what the plan must hold, or who must be served. */
const extra: Record<TemperamentName, Point["kind"][]> = {
  atlas: ["date"],
  briar: ["limit", "figure"],
  cedar: ["person", "context"],
};

/** The limits are shared out among the features, so that each is a criterion of one of them. */
function conditionsFor(desk: Desk, index: number): Point[] {
  const limits = pointsOf(desk, "limit", "figure", "date");
  return limits.filter((_, at) => at % Math.min(4, featuresOf(desk).length) === index).slice(0, 3);
}
