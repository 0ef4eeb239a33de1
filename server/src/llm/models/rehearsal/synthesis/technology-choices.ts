import type { ArtifactWriter, Desk } from "../desk.ts";
import { line } from "../fit-words.ts";
import type { Matter } from "../matter.ts";
import { quoted, tableHead, tableRow } from "../phrasing.ts";
import { isGeneral } from "../read-claims.ts";
import { otherWay, wayIn } from "../stand.ts";
import { refusal } from "../voice.ts";
import { judgeClaims, refOf, type Verdict } from "./verdicts.ts";

/** `chosen | rejected | why | exit`: means and methods, and how to get out of each again. */
export const technologyChoices: ArtifactWriter = (desk) => {
  const verdicts = judgeClaims(desk).filter((one) => !isGeneral(one.claim));
  return [
    line(tableHead(["chosen", "rejected", "why", "exit"])),
    ...desk.matters.slice(0, 8).map((matter, index) => {
      const own = verdicts.filter((one) => one.matter?.key === matter.key);
      return line(tableRow(choice(desk, matter, own, index)), index < 3 ? 0 : index);
    }),
  ];
};

function choice(desk: Desk, matter: Matter, verdicts: readonly Verdict[], index: number): string[] {
  const chosen = verdicts.find((one) => one.leads);
  const rejected = verdicts.find((one) => !one.leads);
  const way = chosen ? `${wayIn(chosen.claim.text, matter)} ${refOf(chosen.claim)}` : matter.way;
  const other = rejected
    ? `${quoted(rejected.claim.bare)} ${refOf(rejected.claim)}`
    : otherWay(desk, matter, way, index);
  return [
    `${matter.title}: ${way}`,
    other,
    refusal(desk, matter, index),
    `${matter.response}, as soon as ${matter.sign}`,
  ];
}
