import type { Point } from "../brief/read-brief.ts";
import { type ArtifactWriter, type Desk, mainPoint, pointsOf } from "../desk.ts";
import type { TemperamentName } from "../temperament.ts";
import { type Block, line, paragraph } from "../text/fit-words.ts";
import { quoted } from "../text/phrasing.ts";

type Voice = {
  problem: (main: string) => string;
  today: string;
  why: (main: string) => string;
  worth: (figures: string) => string;
  noFigures: string;
  fails: (quote: string) => string;
};

const voices: Record<TemperamentName, Voice> = {
  atlas: {
    problem: (main) => `The request asks for ${main}.`,
    today: "It does not say what is done today instead; this proposal assumes that nothing comparable exists yet.",
    why: (main) => `This proposal treats ${main} as one result that is worth having only when it is complete.`,
    worth: (figures) => `What it is worth shows in the request's own figures: ${figures}.`,
    noFigures: "The request gives no figure for what it is worth, so none is claimed here.",
    fails: (quote) => `${quote} is not met in full. The sign: it is missing from a weekly list of what is finished.`,
  },
  briar: {
    problem: (main) => `Someone pays for ${main}, and carries the loss if it goes wrong.`,
    today: "What doing nothing would cost is not stated, and that is the first figure to find out.",
    why: (main) => `Of all ways to reach ${main}, this proposal takes the one whose limits can be tested early and cheaply.`,
    worth: (figures) => `Every decision is weighed against these figures and no others: ${figures}.`,
    noFigures: "Without a single figure in the request, no benefit can be calculated, and this proposal calculates none.",
    fails: (quote) => `${quote} turns out not to hold. The sign: the first measurement differs from what was written.`,
  },
  cedar: {
    problem: (main) => `There are people who want ${main}, and people who have to do it.`,
    today: "How these people manage at present is not described; ask them before changing anything.",
    why: (main) => `With ${main} as its purpose, this proposal starts from who does what, because plans fail where one hands over to another.`,
    worth: (figures) => `For the people involved it comes down to this: ${figures}.`,
    noFigures: "The request counts nothing, so the people involved are the measure: they say whether it helped.",
    fails: (quote) => `${quote} is left to chance because no one feels responsible. The sign: two people give different answers about it.`,
  },
};

/** Whose problem it is, what it is worth, and what would make it fail. */
export const businessCase: ArtifactWriter = (desk) => {
  const voice = voices[desk.temperament.name];
  const main = mainPoint(desk);
  const context = pointsOf(desk, "context");
  const figures = desk.points.filter((point) => point.figures.length > 0).slice(0, 4);
  return [
    paragraph("## Problem"),
    paragraph(voice.problem(quoted(main?.quote ?? ""))),
    ...who(desk),
    ...context.slice(0, 3).map((point) => paragraph(`${sourceOf(point)} ${quoted(point.quote)}.`, 3)),
    paragraph("## Why this"),
    paragraph(voice.why(quoted(main?.title ?? "")), 1),
    paragraph(voice.today, 2),
    paragraph("## What it is worth"),
    paragraph(figures.length > 0 ? voice.worth(figures.map((one) => quoted(one.quote)).join("; ")) : voice.noFigures, 1),
    paragraph("## What would make it fail"),
    ...doubtful(desk).map((point, index) => line(`- ${voice.fails(quoted(point.title))}`, index === 0 ? 0 : 2)),
  ];
};

const sourceOf = ({ under, source }: Point): string => {
  const who = source === "the request" ? "The request" : source[0]?.toUpperCase() + source.slice(1);
  return under === "" ? `${who} adds:` : `${who} adds, under ${quoted(under)}:`;
};

function who({ brief, temperament }: Desk): Block[] {
  if (brief.people.length === 0) return [];
  const roles = [...new Set(brief.people.map(({ role }) => role))].slice(0, 2);
  const said = roles.map(quoted).join("; ");
  const texts: Record<TemperamentName, string> = {
    atlas: `The people behind it: ${said}.`,
    briar: `Responsibility is stated, which limits the risk: ${said}.`,
    cedar: `The request names them: ${said}.`,
  };
  return [paragraph(texts[temperament.name], 1)];
}

/** What each temperament worries about: the whole result, the limits, or what depends on people. */
export function doubtful(desk: Desk): Point[] {
  const kinds: Record<TemperamentName, Point["kind"][]> = {
    atlas: ["goal", "date", "limit"],
    briar: ["limit", "figure", "exclusion"],
    cedar: ["person", "open", "exclusion"],
  };
  const own = pointsOf(desk, ...kinds[desk.temperament.name]);
  return (own.length > 0 ? own : desk.points).slice(0, 3);
}
