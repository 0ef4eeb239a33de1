import { mannerOf, quotedBriefly, troubleWith } from "../brief/manner.ts";
import { wayOf } from "../stances.ts";
import { othersThan, type TemperamentName } from "../temperament.ts";
import { type Block, line, paragraph } from "../text/fit-words.ts";
import { capital, quoted, sentence } from "../text/phrasing.ts";
import { type ArtifactWriter, ownerOf, pointsOf, type Workspace } from "../workspace.ts";
import { doubtful } from "./business-case.ts";
import { type Feature, featuresOf } from "./feature-specification.ts";

const choiceNames = { order: "Order of work", scope: "Extent", proof: "Proof" } as const;

const reasons: Record<TemperamentName, Record<keyof typeof choiceNames, string>> = {
  atlas: {
    order: "what can be seen is agreed on fastest",
    scope: "the parts are of use only together",
    proof: "parts that work alone may still not fit together",
  },
  briar: {
    order: "a limit that fails late wastes everything made before",
    scope: "what is not ordered need not be paid for",
    proof: "a written measurement ends a discussion",
  },
  cedar: {
    order: "people keep to what they agreed to themselves",
    scope: "a part without a person behind it is forgotten",
    proof: "those who use it find what its makers overlook",
  },
};

const texts: Record<
  TemperamentName,
  {
    build: string;
    limit: (quote: string) => string;
    fail: (trouble: string, who: string) => string;
    order: (quote: string) => string;
  }
> = {
  atlas: {
    build: "The work is divided into the parts above; each is finished to the point where it can be shown.",
    limit: (quote) => `The parts are made to fit ${quote}.`,
    fail: (trouble, who) => `If ${trouble}, ${who} decides which part changes, so that the whole stays complete.`,
    order: (quote) => `then ${quote}`,
  },
  briar: {
    build:
      "The work is cut into steps small enough to be stopped without great loss, and each ends with a decision to go on.",
    limit: (quote) => `A test shows early whether this holds: ${quote}.`,
    fail: (trouble, who) => `If ${trouble}, ${who} stops the spending and decides within a day whether to go on.`,
    order: (quote) => `then ${quote}`,
  },
  cedar: {
    build: "The work is arranged by person: each one sees on one page what to do, with whom and until when.",
    limit: (quote) => `Everyone involved has this in writing: ${quote}.`,
    fail: (trouble, who) => `If ${trouble}, the person who notices tells ${who} on the same day.`,
    order: (quote) => `next ${quote}`,
  },
};

/** The main choices with the rejected alternatives, the limits, the failures, and the order of work. */
export const technicalApproach: ArtifactWriter = (workspace) => {
  const text = texts[workspace.temperament.name];
  const limits = pointsOf(workspace, "limit", "figure").filter((point) => mannerOf(point) !== "date");
  const [first, ...later] = featuresOf(workspace).slice(0, 5);
  return [
    paragraph("## How it is made"),
    paragraph(text.build),
    paragraph("## Main choices"),
    ...choices(workspace),
    paragraph("## Capacity and limits"),
    ...limits.map((point, index) => line(`- ${text.limit(quotedBriefly(point))}`, index < 2 ? 0 : index + 1)),
    ...(limits.length === 0 ? [paragraph("Apart from what it asks for, the request names no figure to keep to.")] : []),
    line(`- ${reserveOf(workspace)}`, 1),
    paragraph("## When something fails"),
    ...doubtful(workspace).map((point, index) =>
      line(`- ${text.fail(troubleWith(point), ownerOf(workspace))}`, index + 1),
    ),
    ...measures(workspace),
    paragraph("## Order of building"),
    paragraph(sentence([`First ${named(first)}`, ...later.map((one) => text.order(named(one)))].join(", ")), 1),
    ...dates(workspace),
  ];
};

/** “an agreement on “…””, or only the quoted title of the part. */
const named = (feature: Feature | undefined): string =>
  feature?.isGround
    ? feature.title
        .replace("Agreement", "an agreement")
        .replace("Decision", "a decision")
        .replace("Proof", "proof")
        .replace("Confirmation of", "confirmation of")
    : quoted(feature?.title ?? "");

function choices({ temperament }: Workspace): Block[] {
  const [one = "atlas", other = "briar"] = othersThan(temperament.name);
  return (["order", "scope", "proof"] as const).map((topic, index) => {
    const rejected = wayOf(index % 2 === 0 ? one : other, topic);
    const chosen = capital(wayOf(temperament.name, topic));
    return line(
      `- ${choiceNames[topic]}: ${chosen}, because ${reasons[temperament.name][topic]}. Rejected: ${rejected}.`,
      index,
    );
  });
}

/** The reserve: a share of the sum that the request names, or else of the time. */
function reserveOf({ brief, temperament }: Workspace): string {
  const of = brief.money ? ` of ${quoted(brief.money)}` : " of the time";
  return `Assumption: ${temperament.reserve} %${of} is kept in reserve.`;
}

function dates(workspace: Workspace): Block[] {
  const points = pointsOf(workspace, "date");
  const said: Record<TemperamentName, (quote: string) => string> = {
    atlas: (quote) => `The order is counted back from this: ${quote}.`,
    briar: (quote) => `This date allows no extension: ${quote}.`,
    cedar: (quote) => `Everyone has this date in their calendar: ${quote}.`,
  };
  return points.map((point, index) => line(`- ${said[workspace.temperament.name](quoted(point.quote))}`, index + 2));
}

/** Changes that reviews of the proposal asked for and that are made now. */
function measures({ papers }: Workspace): Block[] {
  const mends = papers.flatMap((paper) => paper.objections.map(({ mend }) => mend));
  const asked = [...new Set(mends)].slice(0, 5);
  if (asked.length === 0) return [];
  return [paragraph("## Measures"), ...asked.map((mend, index) => line(`- ${sentence(mend)}`, index))];
}
