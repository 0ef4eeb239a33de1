import { withoutTimes } from "../brief/figures.ts";
import { quotedBriefly, troubleWith } from "../brief/manner.ts";
import type { Point } from "../brief/read-brief.ts";
import type { TemperamentName } from "../temperament.ts";
import { type Block, line, paragraph } from "../text/fit-words.ts";
import { capital, quoted } from "../text/phrasing.ts";
import { type ArtifactWriter, mainPoint, pointsOf, type Workspace } from "../workspace.ts";

type Voice = {
  problem: (main: string) => string;
  who: (said: string) => string;
  also: (source: string, said: string) => string;
  today: string;
  why: (main: string) => string;
  worth: (figures: string) => string;
  noFigures: string;
  sign: string;
};

const voices: Record<TemperamentName, Voice> = {
  atlas: {
    problem: (main) => `The request asks for ${main}.`,
    who: (said) => `The people behind it: ${said}.`,
    also: (source, said) => `${source} adds ${said}.`,
    today: "It does not say what is done today instead, and this proposal assumes nothing about that.",
    why: (main) => `This proposal treats ${main} as one result that is worth having only when it is complete.`,
    worth: (figures) => `The result is measured by what the request states in figures: ${figures}.`,
    noFigures: "The request gives no figure for what it is worth, so none is claimed here.",
    sign: "The sign to watch for: something is missing from the weekly list of what is finished.",
  },
  briar: {
    problem: (main) => `Someone pays for ${main}, and carries the loss if it goes wrong.`,
    who: (said) => `Responsibility is stated, which limits the risk: ${said}.`,
    also: (source, said) => `This may cost time or money, and ${source} does not say how much: ${said}.`,
    today: "What doing nothing would cost is not stated, and that is the first figure to find out.",
    why: (main) =>
      `Of all ways to carry out ${main}, this proposal takes the one whose limits can be tested early and cheaply.`,
    worth: (figures) => `Every decision is weighed against the request’s own figures: ${figures}.`,
    noFigures: "Without a figure in the request no benefit can be calculated, and this proposal calculates none.",
    sign: "The sign to watch for: a first measurement that differs from what was written.",
  },
  cedar: {
    problem: (main) => `There are people who asked for ${main}, and people who have to do it.`,
    who: (said) => `The request names them: ${said}.`,
    also: (_, said) => `Those whom this concerns should be asked about it: ${said}.`,
    today: "How these people manage at present is not described; ask them before changing anything.",
    why: (main) =>
      `With ${main} as its purpose, this proposal starts from who does what, because plans fail where one person hands over to another.`,
    worth: (figures) => `Everyone involved should know by heart what the request counts: ${figures}.`,
    noFigures: "The request counts nothing, so the people involved are the measure: they say whether it helped.",
    sign: "The sign to watch for: two people give different answers to the same question.",
  },
};

/** The business case: who has the problem, the value of the result, and the risks. */
export const businessCase: ArtifactWriter = (workspace) => {
  const voice = voices[workspace.temperament.name];
  const main = mainPoint(workspace);
  // A time of day is not a measure of success.
  const figures = [...new Set(withoutTimes(workspace.points.flatMap((point) => point.figures)))].slice(0, 5);
  return [
    paragraph("## Problem"),
    paragraph(voice.problem(quoted(main?.quote ?? ""))),
    ...who(workspace, voice),
    ...pointsOf(workspace, "context")
      .slice(0, 3)
      .map(({ source, quote }) => paragraph(capital(voice.also(source, quoted(quote))), 3)),
    paragraph("## Why this"),
    paragraph(voice.why(quotedBriefly(main)), 1),
    paragraph(voice.today, 2),
    paragraph("## What it is worth"),
    paragraph(figures.length > 0 ? voice.worth(figures.map(quoted).join(", ")) : voice.noFigures, 1),
    paragraph("## What would make it fail"),
    ...doubtful(workspace).map((point, index) => line(`- ${capital(troubleWith(point))}.`, index === 0 ? 0 : 2)),
    paragraph(voice.sign, 1),
  ];
};

function who({ brief }: Workspace, voice: Voice): Block[] {
  if (brief.people.length === 0) return [];
  const said = [...new Set(brief.people.map(({ role }) => role))].slice(0, 2).map(quoted).join("; ");
  return [paragraph(voice.who(said), 1)];
}

/** The points that each temperament doubts: the whole result, the limits, or points that depend on people. */
export function doubtful(workspace: Workspace): Point[] {
  const kinds: Record<TemperamentName, Point["kind"][]> = {
    atlas: ["goal", "date", "open"],
    briar: ["limit", "figure", "open"],
    cedar: ["person", "open", "exclusion"],
  };
  const own = pointsOf(workspace, ...kinds[workspace.temperament.name]).filter(
    (point) => point !== mainPoint(workspace),
  );
  const others = workspace.points.filter((point) => !own.includes(point));
  return [...own, ...others].slice(0, 3);
}
