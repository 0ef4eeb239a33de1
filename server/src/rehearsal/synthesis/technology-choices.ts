import { quotedBriefly } from "../brief/manner.ts";
import { wayOf } from "../stances.ts";
import { othersThan, type TemperamentName } from "../temperament.ts";
import { line, paragraph } from "../text/fit-words.ts";
import { tableHead, tableRow } from "../text/phrasing.ts";
import { type ArtifactWriter, pointsOf } from "../workspace.ts";

const why: Record<TemperamentName, Record<"order" | "scope" | "proof", string>> = {
  atlas: {
    order: "people judge a result more easily than a plan",
    scope: "half of it would not answer the request",
    proof: "only the whole shows whether the parts fit",
  },
  briar: {
    order: "the dearest mistake is found first",
    scope: "what is not built cannot fail",
    proof: "figures do not depend on who looks",
  },
  cedar: {
    order: "agreement is hardest to repair later",
    scope: "people learn one part at a time",
    proof: "users notice what makers do not",
  },
};
const exits: Record<TemperamentName, string> = {
  atlas: "go back to the last state that was shown",
  briar: "stop; only the last step has been paid for",
  cedar: "ask the people involved and change the page of instructions",
};

const release: Record<TemperamentName, string> = {
  atlas: "use it up when the last part needs it",
  briar: "give it back when the last limit is proven",
  cedar: "let the people who do the work decide on what is left",
};

/** Alternatives that were rejected to keep a limit. */
const keeps: Record<TemperamentName, { chosen: (quote: string) => string; rejected: string; why: string }> = {
  atlas: {
    chosen: (quote) => `plan every part around ${quote}`,
    rejected: "an exception for one part",
    why: "an exception in one part changes the others",
  },
  briar: {
    chosen: (quote) => `prove ${quote} first`,
    rejected: "proof after the money is spent",
    why: "the request leaves no choice about it",
  },
  cedar: {
    chosen: (quote) => `name one person for ${quote}`,
    rejected: "everyone looks after it",
    why: "what is left to everyone is done by no one",
  },
};

/** Choices that would be costly to reverse. They concern methods, not tools, because the request names no tools. */
export const technologyChoices: ArtifactWriter = (workspace) => {
  const { name, reserve } = workspace.temperament;
  const [one = "atlas", other = "briar"] = othersThan(name);
  const fixed = pointsOf(workspace, "limit", "exclusion").slice(0, 4);
  const ways = (["order", "scope", "proof"] as const).map((topic, index) => [
    wayOf(name, topic),
    wayOf(index === 1 ? other : one, topic),
    why[name][topic],
    exits[name],
  ]);
  const rows = [
    ...ways,
    [`a reserve of ${reserve} %`, "no reserve", "the request names none of its own", release[name]],
    ...fixed.map((point) => [
      keeps[name].chosen(quotedBriefly(point)),
      keeps[name].rejected,
      keeps[name].why,
      "ask the person who wrote the request",
    ]),
  ];
  return [
    paragraph(tableHead(["chosen", "rejected", "why", "exit"])),
    ...rows.map((row, index) => line(tableRow(row), index < 3 ? 0 : index)),
  ];
};
