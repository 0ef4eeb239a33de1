import { wayOf } from "../stances.ts";
import { othersThan, type TemperamentName } from "../temperament.ts";
import { line, paragraph } from "../text/fit-words.ts";
import { quoted, tableHead, tableRow } from "../text/phrasing.ts";
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

/** Choices that would be costly to reverse; how, not with what, because the request names no means. */
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
    [
      `a reserve of ${reserve} %`,
      "no reserve",
      "the request allows setbacks in neither time nor money",
      "release it when the last part is accepted",
    ],
    ...fixed.map((point) => [
      `keep to ${quoted(point.title)}`,
      "an exception to it",
      "the request says so",
      "ask the person who wrote the request",
    ]),
  ];
  return [
    paragraph(tableHead(["chosen", "rejected", "why", "exit"])),
    ...rows.map((row, index) => line(tableRow(row), index < 3 ? 0 : index)),
  ];
};
