import type { ArtifactWriter, Desk } from "../desk.ts";
import { line } from "../fit-words.ts";
import type { Matter } from "../matter.ts";
import { quoted } from "../phrasing.ts";
import { quotableClaim } from "../read-objections.ts";
import { isGeneral } from "../read-paper.ts";
import { otherWay, wayIn } from "../stand.ts";
import { refusal } from "../voice.ts";
import { judgeClaims, refOf, type Verdict } from "./verdicts.ts";

/** Means and methods: chosen, rejected, why, and how to get out again. */
export const technologyChoices: ArtifactWriter = (desk) => {
  const verdicts = judgeClaims(desk);
  return desk.matters.slice(0, 8).map((matter, index) => {
    const own = verdicts.filter((one) => one.matter?.key === matter.key && !isGeneral(one.claim));
    return line(choice(desk, matter, own, index), index < 3 ? 0 : index);
  });
};

function choice(desk: Desk, matter: Matter, verdicts: readonly Verdict[], index: number): string {
  const chosen = verdicts.find((one) => one.leads);
  const rejected = verdicts.find((one) => !one.leads);
  const way = chosen ? `${wayIn(chosen.claim.text, matter)} (${refOf(chosen.claim)})` : matter.way;
  const other = rejected
    ? `${refOf(rejected.claim)} ${quoted(quotableClaim(rejected.claim.text))}`
    : otherWay(desk, matter, way, index);
  return `- **${matter.title}.** Chosen: ${way}. Rejected: ${other}. Why: ${refusal(desk, matter, index)}. Exit: ${matter.response}, decided as soon as ${matter.sign}.`;
}
