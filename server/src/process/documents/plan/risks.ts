import { bodyBlocks } from "../read/tables/body-blocks.ts";
import { type Column, placeColumns, toColumn } from "../read/tables/columns.ts";
import { findTables } from "../read/tables/read-table.ts";
import { bare, firstOfEach, squash } from "../read/words.ts";

/** A row of a risk register. Likelihood and impact are from 1 to 5. */
export type Risk = { risk: string; likelihood: number; impact: number; response: string };

const columns: Column[] = ["risk", "likelihood 1–5", "impact 1–5", "early sign", "response", "claim"].map(toColumn);
const words = ["very low", "low", "medium", "high", "very high"];

/**
 * The risks with the highest product of likelihood and impact. If several risks have the same description, only the first
 * counts. Objections to a claim (“[C4]: too late”) come after all other risks, and are left out if the plan does not
 * follow that claim.
 */
export function worstRisks(
  registers: readonly string[],
  { most, notFollowed = [] }: { most: number; notFollowed?: readonly number[] },
): Risk[] {
  const left = new Set(notFollowed.map((number) => `C${number}`));
  const risks = registers.flatMap(readRisks).filter(({ risk }) => !left.has(objectedTo(risk) ?? ""));
  return firstOfEach(risks, ({ risk }) => squash(risk))
    .toSorted((one, other) => other.likelihood * other.impact - one.likelihood * one.impact)
    .toSorted((one, other) => Number(isObjection(one)) - Number(isObjection(other)))
    .slice(0, most);
}

/** The id of the claim that a risk objects to. Such a risk's description begins with the id. */
const objectedTo = (risk: string): string | undefined => /^\W*\[(C\d+)\]/.exec(risk)?.[1];
const isObjection = ({ risk }: Risk): boolean => objectedTo(risk) !== undefined;

function readRisks(register: string): Risk[] {
  return findTables(bodyBlocks(register), columns).flatMap(({ headings, rows }) => {
    const { places } = placeColumns(headings, columns);
    return rows.flatMap((row) => {
      const [risk = "", likelihood = "", impact = "", , response = ""] = places.map((place) => row[place] ?? "");
      const levels = { likelihood: readLevel(likelihood), impact: readLevel(impact) };
      if (squash(risk) === "" || levels.likelihood === null || levels.impact === null) return [];
      return [{ risk, likelihood: levels.likelihood, impact: levels.impact, response }];
    });
  });
}

function readLevel(cell: string): number | null {
  const text = bare(cell).toLowerCase();
  const number = Number(/^([1-5])(?![\d.,])/.exec(text)?.[1] ?? Number.NaN);
  if (!Number.isNaN(number)) return number;
  const word = words.findLastIndex((one) => text.startsWith(one));
  return word < 0 ? null : word + 1;
}
