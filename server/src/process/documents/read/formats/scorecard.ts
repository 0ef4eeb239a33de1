import { bodyBlocks, type ListItem } from "../tables/body-blocks.ts";
import { type Column, placeColumns, toColumn } from "../tables/columns.ts";
import { rowOfItem, rowWithText } from "../tables/normalise-table.ts";
import { findTables } from "../tables/read-table.ts";
import type { ExpectedArtifact } from "../titles/match-title.ts";
import { bare, shorten, squash } from "../words.ts";

/** `weight` is null if none could be parsed; a score is always a number from 0 to 10. */
export type Scored = { criterion: string; weight: number | null; score: number; because: string };

export type Scorecard = {
  scores: Scored[];
  /** Rows without a score from 0 to 10: the criterion and the text of the score cell. */
  unreadable: { criterion: string; cell: string }[];
  /** Criteria that are scored more than once; the first score is used. */
  repeated: string[];
};

const mostRows = 40;
const longestText = 600;
const longestItem = 2_000;

export const scoreColumns: Column[] = ["criterion", "weight", "score 0–10", "because"].map(toColumn);

/** Reads rows `criterion | weight | score 0–10 | because`: each criterion once, under its name in the recipe. */
export function readScorecard(body: string, criteria: ExpectedArtifact["criteria"] = []): Scorecard {
  const said = scaleInWords(body);
  const rows = findTables(bodyBlocks(body), scoreColumns).flatMap(({ headings, rows }) => {
    const { places } = placeColumns(headings, scoreColumns, rows);
    const top = scaleOf(headings?.[places[2] ?? -1] ?? "") ?? said;
    return rows.map((row) => ({ top, cells: places.map((place) => row[place] ?? "") }));
  });
  const named = rows
    .slice(0, mostRows)
    .flatMap(({ top, cells: [name = "", beside = "", score = "", because = ""] }) => {
      const { criterion, weight } = takeWeight(shorten(bare(name), 120), beside);
      return squash(criterion) === "" || isSum(criterion) ? [] : [{ criterion, weight, score, because, top }];
    });
  const nameOf = matchCriteria(
    named.map(({ criterion }) => criterion),
    criteria.map(({ name }) => name),
  );
  const card: Scorecard = { scores: [], unreadable: [], repeated: [] };
  const seen = new Set<string>();
  const scale = readScale(named.map(({ weight }) => weight));
  for (const row of named) {
    const criterion = nameOf.get(row.criterion) ?? row.criterion;
    const isOfTen = row.top === null || row.top === 10 || /\b10\b/.test(row.score);
    const score = isOfTen ? readScore(row.score) : null;
    if (seen.has(squash(criterion))) card.repeated.push(criterion);
    else if (score === null)
      card.unreadable.push({ criterion, cell: shorten(isOfTen ? row.score : `${row.score} of ${row.top}`, 60) });
    else {
      seen.add(squash(criterion));
      const weight = readWeight(row.weight);
      card.scores.push({
        ...{ criterion, weight: weight === null ? null : Math.round(weight * scale * 100) / 100, score },
        because: shorten(bare(row.because), longestText),
      });
    }
  }
  return { ...card, unreadable: card.unreadable.filter(({ criterion }) => !seen.has(squash(criterion))) };
}

const topOf =
  /(?<![\d.,])[01]\s{0,2}(?:–|—|-|~|to|bis|à|a|до|から|至|到)\s{0,2}(\d{1,4})(?![\d.,])|(?:\/|\bout of|\bof|\bvon|\bsur|\bsu|\bde|\bmax\.?|из)\s{0,2}(\d{1,4})(?!\d)|(%)/iu;

/**
 * The highest score that is possible according to a heading: 5 for `score (1–5)`. Scores on any scale other than 0 to 10 are
 * unreadable; they are not converted.
 */
function scaleOf(heading: string): number | null {
  const [whole, to, of] = topOf.exec(heading.slice(0, 100)) ?? [];
  return whole === undefined ? null : Number(to ?? of ?? 100);
}

const scaleWords =
  /(?:(?<!\p{L})(?:scale|skala|échelle|escala|scala|schaal|шкал[аеы])(?!\p{L})|スケール|量表|סולם|(?<!\p{L})scored? (?=from))[^\n.|]{0,40}/iu;

/** The highest score that is possible according to a sentence outside the table: “on a scale of 1 to 5”. */
function scaleInWords(body: string): number | null {
  const lines = body.slice(0, 20_000).split("\n");
  const found = lines.find((line) => !line.includes("|") && line.length < 1_000 && scaleWords.test(line));
  return found === undefined ? null : scaleOf(scaleWords.exec(found)?.[0] ?? "");
}

const isSum = (criterion: string): boolean =>
  /^(?:(?:criterion|total|sum|overall|weighted|final|grand|result|summe|average|mean)(?!\p{L})|gesamt|итог|всего|合计|总分|总计|סך)/iu.test(
    criterion,
  );

/** Takes the weight out of the criterion's name, as in `Cost (10 %)`, if the cell for the weight is empty. */
function takeWeight(name: string, beside: string): { criterion: string; weight: string } {
  const [whole, labelled, alone] = beside.trim() === "" ? (weighed.exec(name) ?? []) : [];
  if (whole === undefined) return { criterion: name, weight: beside };
  return { criterion: name.replace(whole, " ").trim(), weight: labelled ?? alone ?? "" };
}

/** Finds the recipe's criterion for each row: by equal words, by equal beginnings, or by position in lists of equal length. */
function matchCriteria(found: readonly string[], expected: readonly string[]): Map<string, string> {
  const free = new Set(expected);
  const names = new Map<string, string>();
  const take = (isSame: (name: string, criterion: string) => boolean) => {
    for (const name of found) {
      if (names.has(name)) continue;
      const criterion = [...free].find((one) => isSame(name, one));
      if (criterion === undefined) continue;
      names.set(name, criterion);
      free.delete(criterion);
    }
  };
  take((name, criterion) => squash(name) === squash(criterion));
  take((name, criterion) => isAlike(name, criterion));
  const distinct = [...new Set(found)];
  if (distinct.length === expected.length && names.size * 2 < expected.length) {
    for (const [index, name] of distinct.entries()) names.set(name, expected[index] ?? name);
  }
  return names;
}

const stopWords = new Set(["the", "of", "to", "and", "with", "for", "a", "is", "in", "on"]);
const stemsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}]+/gu) ?? []).filter((word) => !stopWords.has(word)).map((word) => word.slice(0, 5));

/**
 * True if each word of the criterion begins like a word of the name: `Feasibility` for `feasible`, `Fit to request` for
 * `fits the request`.
 */
function isAlike(name: string, criterion: string): boolean {
  const [found, wanted] = [stemsOf(name).slice(0, 12), stemsOf(criterion)];
  const begins = (one: string, other: string) =>
    one.startsWith(other.slice(0, 3)) &&
    (one.startsWith(other) || other.startsWith(one) || one.slice(0, 4) === other.slice(0, 4));
  return (
    wanted.length > 0 &&
    found.length <= wanted.length + 3 &&
    wanted.every((stem) => found.some((one) => begins(one, stem)))
  );
}

/** `7`, `**7**`, `7.5`, `7,5`, `8/10`, `8 out of 10`. Anything else is not a score, including `80 %`, `4/5` and `7–8`. */
function readScore(cell: string): number | null {
  const match =
    /^[^\p{L}\p{N}-]*(\d{1,3}(?:[.,]\d{1,4})?)(?:\s{0,3}(?:\/|out of|von|sur|de|из)\s{0,3}10(?![\d.,]))?(?!\s*[%/–-]\s*\d?|[\d.,]|\s*out of)/iu.exec(
      bare(cell),
    );
  const score = Number(match?.[1]?.replace(",", ".") ?? Number.NaN);
  return score >= 0 && score <= 10 ? score : null;
}

const readWeight = (cell: string): number | null => {
  const number = /^[^\p{L}\p{N}-]*(\d{1,4}(?:[.,]\d{1,4})?|[.,]\d{1,4})\s{0,3}%?(?:\s*\/\s*100)?$/u.exec(
    bare(cell),
  )?.[1];
  return number === undefined ? null : Number(number.replace(",", "."));
};

/** The factor that converts weights to percent: 100 if they are fractions of one, else 1. */
function readScale(cells: readonly string[]): number {
  const weights = cells.flatMap((cell) => readWeight(cell) ?? []);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.length > 1 && sum <= 1.01 && sum > 0 ? 100 : 1;
}

const inTen = /(\d{1,2}(?:[.,]\d{1,2})?)\s{0,3}(?:\/|out of|von|sur)\s{0,3}10(?!\d)/i;
const labelled = /(?:score|rating|punkte|bewertung|note)\s*[:=]?\s*[*_]{0,2}(\d{1,2}(?:[.,]\d{1,2})?)(?!\d)/i;
const weighed =
  /[([,;–—-]?\s*(?:weight|gewicht|poids|peso)\s*[:=]?\s*[*_]{0,2}(\d{1,3}(?:[.,]\d{1,2})?)\s*%?\s*[)\]]?|[([]\s*(\d{1,3})\s*%?\s*[)\]]/i;

const rowOfFieldsBelow = rowOfItem(scoreColumns);

/** Reads a list item as a row: `- Fits the request (25): 8/10 — it keeps the date`, also with labels such as `Score: 8`. */
export function rowOfScoreItem(item: ListItem): string[] | null {
  if (item.below.trim() !== "") return rowOfFieldsBelow(item) ?? rowWithText(item, rowOfScoreItem, scoreColumns);
  if (item.first.length > longestItem) return null;
  const text = bare(item.first);
  const weight = weighed.exec(text);
  const unweighed = weight ? `${text.slice(0, weight.index)} ${text.slice(weight.index + weight[0].length)}` : text;
  const score =
    inTen.exec(unweighed) ?? labelled.exec(unweighed) ?? /[:=–—-]\s*(\d{1,2}(?:[.,]\d{1,2})?)(?![\d%])/.exec(unweighed);
  if (!score) return null;
  const criterion = unweighed.slice(0, score.index).replace(/(?<![\s:;,.=([–—-])[\s:;,.=([–—-]+$/, "");
  const because = unweighed.slice(score.index + score[0].length).replace(/^[\s:;,.)\]–—-]+/, "");
  if (criterion === "") return null;
  return [criterion, weight?.[1] ?? weight?.[2] ?? "", score[1] ?? "", because];
}
