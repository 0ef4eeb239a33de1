import { withoutTimes } from "../brief/figures.ts";
import { quotedBriefly } from "../brief/manner.ts";
import type { TemperamentName } from "../temperament.ts";
import { line, paragraph } from "../text/fit-words.ts";
import { quoted } from "../text/phrasing.ts";
import { type ArtifactWriter, mainPoint, ownerOf, pointsOf } from "../workspace.ts";

type Voice = {
  star: (q: string) => string;
  /** The indicator for a figure; `isAsked` is true if the figure belongs to a goal. */
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
    guard: (quote) => `nothing is added that goes against ${quote}`,
    target: (figure) => `the figure to reach is ${figure}`,
  },
  briar: {
    star: (quote) => `North star: the number of limits behind ${quote} that are proven in writing.`,
    leading: (quote, isAsked) =>
      isAsked ? `whether a test of ${quote} has been made and passed` : `whether ${quote} has been checked in writing`,
    lagging: "the difference between the money planned and the money spent",
    guard: (quote) => `one breach counts as failure: ${quote}`,
    target: (figure) => `the figure to check is ${figure}, before money is committed`,
  },
  cedar: {
    star: (quote) => `North star: how many of the people involved in ${quote} say that it works for them.`,
    leading: (quote) => `whether everyone involved describes ${quote} in the same way`,
    lagging: "how many of the people involved would take part again",
    guard: (quote) => `every person on the work knows ${quote} without looking it up`,
    target: (figure) => `the figure that all of them should name is ${figure}`,
  },
};

/** One north star, leading and lagging indicators and guardrails, each with target, present value and owner. */
export const successMetrics: ArtifactWriter = (workspace) => {
  const voice = voices[workspace.temperament.name];
  const figures = workspace.points.filter((point) => withoutTimes(point.figures).length > 0).slice(0, 2);
  const guarded = pointsOf(workspace, "exclusion", "limit").slice(0, 4);
  const owner = ownerOf(workspace);
  return [
    paragraph(`${voice.star(quotedBriefly(mainPoint(workspace)))} Present value: unknown. Owner: ${owner}.`),
    ...figures.map((point, index) =>
      line(
        `- Leading: ${voice.leading(quotedBriefly(point), point.kind === "goal")}; ${voice.target(quoted(withoutTimes(point.figures)[0] ?? ""))}.`,
        index + 1,
      ),
    ),
    line(`- Lagging: ${voice.lagging}. Present value: unknown. Looked at by ${owner}.`, 1),
    ...guarded.map((point, index) => line(`- Guardrail: ${voice.guard(quotedBriefly(point))}.`, index + 1)),
  ];
};
