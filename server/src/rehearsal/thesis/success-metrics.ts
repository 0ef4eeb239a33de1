import type { TemperamentName } from "../temperament.ts";
import { line, paragraph } from "../text/fit-words.ts";
import { quoted } from "../text/phrasing.ts";
import { type ArtifactWriter, mainPoint, ownerOf, pointsOf } from "../workspace.ts";

type Voice = {
  star: (q: string) => string;
  /** The indicator for a figure: of what is asked for, and of what has to hold. */
  leading: (q: string, isAsked: boolean) => string;
  lagging: string;
  guard: (q: string) => string;
  target: (f: string) => string;
};

const voices: Record<TemperamentName, Voice> = {
  atlas: {
    star: (quote) => `North star: the share of ${quote} that is finished.`,
    leading: (quote, isAsked) =>
      isAsked ? `whether ${quote} is on the list of finished parts` : `whether ${quote} still holds, asked every week`,
    lagging: "whether the person who asked accepts all parts without a further request",
    guard: (quote) => `${quote} stays true while more is added`,
    target: (figure) => `the target is ${figure}, measured at the end`,
  },
  briar: {
    star: (quote) => `North star: the number of limits behind ${quote} that are proven in writing.`,
    leading: (quote, isAsked) =>
      isAsked ? `whether a test of ${quote} has been made and passed` : `whether ${quote} has been checked in writing`,
    lagging: "the difference between the money planned and the money spent",
    guard: (quote) => `${quote} is never breached; one breach counts as failure`,
    target: (figure) => `the bound is ${figure}, measured before money is committed`,
  },
  cedar: {
    star: (quote) => `North star: how many of the people involved in ${quote} say that it works for them.`,
    leading: (quote) => `whether everyone involved describes ${quote} in the same way`,
    lagging: "how many of the people involved would take part again",
    guard: (quote) => `${quote} is known to every person on the work, without looking it up`,
    target: (figure) => `the figure to watch is ${figure}, counted by one person every week`,
  },
};

/** One north star, leading signs, lagging results and guardrails, each with target, present value, owner. */
export const successMetrics: ArtifactWriter = (workspace) => {
  const voice = voices[workspace.temperament.name];
  const figures = workspace.points.filter((point) => point.figures.length > 0).slice(0, 2);
  const guarded = pointsOf(workspace, "exclusion", "limit").slice(0, 4);
  const owner = ownerOf(workspace);
  return [
    paragraph(`${voice.star(quoted(mainPoint(workspace)?.title ?? ""))} Present value: unknown. Owner: ${owner}.`),
    ...figures.map((point, index) =>
      line(
        `- Leading: ${voice.leading(quoted(point.title), point.kind === "goal")}; ${voice.target(quoted(point.figures[0] ?? ""))}.`,
        index + 1,
      ),
    ),
    line(`- Lagging: ${voice.lagging}. Present value: unknown. Looked at by ${owner}.`, 1),
    ...guarded.map((point, index) => line(`- Guardrail: ${voice.guard(quoted(point.title))}.`, index + 1)),
  ];
};
