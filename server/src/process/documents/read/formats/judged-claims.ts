import { bare, numbersIn, squash } from "../words.ts";

/** A claim to be judged. Its text identifies it if the model left out the number. */
export type GivenClaim = { number: number; text?: string | undefined };

/** “These” is also German for “claim”: “These 4: …” names a claim, but the English “these 40 stalls” does not. */
const claimIds =
  "C|claims?|behauptung|these(?=[ .-]{0,2}\\d{1,6}(?!\\d|\\s*\\p{L}))|aussage|affirmation|afirmación|утверждение|主张|טענה";

const idWord = /^(?:C?\d{1,6}|C|claims?|and|und|et|y|to|through|bis|至|到)$/i;

/** True if a cell contains only ids: `[C1], C2 and C4`, `C1–C4`. */
const isOnlyIds = (text: string): boolean =>
  text.length < 400 &&
  text
    .split(/[\s[\](),;&/+#~～、，；–—.…-]+|(?<=\d)(?=[至到])|(?<=[至到])/u)
    .every((word) => word === "" || idWord.test(word));

/**
 * The claims that a row is about, without those that it excludes. If the cell contains only ids, begins with several
 * (`C4, C7 (both about fees)`) or lists them in brackets (`the fees (C4, C7)`), all these ids count; otherwise, only the
 * first id of the cell. If no cell has an id, the claim is recognized by its words.
 */
export function claimsIn(cell: string, row: readonly string[], keys: readonly ClaimKey[]): number[] {
  const { text: whole, excepted } = takeException(bare(cell).slice(0, 1_000));
  const text = idsOnly(whole) ?? whole;
  const isIds = isOnlyIds(text);
  const numbers = numbersIn(text, isIds ? listedIds : claimIds);
  if (numbers.length > 0) return (isIds ? numbers : numbers.slice(0, 1)).filter((claim) => !excepted.includes(claim));
  if (/^\d{1,6}$/.test(text)) return [Number(text)];
  const id = row.slice(0, 20).find((one) => /^[\s*_[(]*C[ .-]?\d{1,6}[\s\])*_.]*$/i.test(one));
  if (id !== undefined) return numbersIn(id, claimIds);
  const said = keyOf(text);
  const known =
    said.length < leastKey ? undefined : keys.find(({ key }) => key.startsWith(said) || said.startsWith(key));
  return known ? [known.number] : [];
}

const listedIds = `${claimIds}|(?<=[,;&/+、，；]|and)`;

/** The part of a cell that contains only ids; null if there is none. */
function idsOnly(whole: string): string | null {
  if (isOnlyIds(whole)) return whole;
  const head = whole.split(/[(（:："“„«]|\s[–—-]\s(?!\[?C?\d)/u, 1)[0] ?? "";
  if (/\d/.test(head)) return isOnlyIds(head) ? head : null;
  const inside = /[(（]([^()（）]{1,400})[)）]/u.exec(whole)?.[1] ?? "";
  return /\d/.test(inside) && isOnlyIds(inside) ? inside : null;
}

const exceptBefore =
  /[(（[,，;；\s]*(?:(?<!\p{L})(?:all )?(?:except(?:ing)?(?: for)?|excluding|other than|but not|apart from|without|außer|ohne|mit ausnahme von|sauf|excepté|hormis|excepto|salvo|tranne|eccetto|exceto|behalve|zonder|oprócz|kromě|utom|кроме)(?!\p{L})|除了?(?!外)|不包括|מלבד|למעט|חוץ מ|باستثناء)([^()（）]{0,200})[)）]?/iu;
const exceptAfter =
  /[(（,，;；]\s{0,3}([^()（）,，;；]{1,80}?)\s{0,3}(?:(?<!\p{L})(?:excluded|excepted|ausgenommen|hariç)(?!\p{L})|除外|を?除く|以外|제외)[)）]?/iu;

/** Splits off the claims that a range excludes: `C1–C4 (except C3)`, `C1至C4（C2除外）`. */
function takeException(text: string): { text: string; excepted: number[] } {
  const [whole, ids = ""] = exceptAfter.exec(text) ?? exceptBefore.exec(text) ?? [];
  const excepted = whole === undefined ? [] : numbersIn(ids, /\d/.test(ids) ? listedIds : claimIds);
  return whole === undefined || excepted.length === 0
    ? { text, excepted: [] }
    : { text: text.replace(whole, " ").trim(), excepted };
}

/** True if a row is about the claims that have no row of their own: `All other claims (C2–C6)`. */
export const isAboutTheRest = (cell: string): boolean =>
  /^[\s*_[(]*(?:(?:all|the|alle|die|toutes|las|les|tutte|todas|as)\s{1,3}){0,3}(?:(?:others?|remaining|rest|remainder|übrigen?|restlichen?|anderen|autres|demás|restantes|altre|rimanenti|outras|overige|остальны[ех])(?!\p{L})|其余|其他|残り|שאר)/iu.test(
    cell.slice(0, 200),
  );

export type ClaimKey = { number: number; key: string };

/** In characters: a shorter text could be the beginning of several claims. */
const leastKey = 15;
const keyOf = (text: string): string => squash(text).slice(0, 60);
export const claimKeys = (given: readonly GivenClaim[]): ClaimKey[] =>
  given.map(({ number, text = "" }) => ({ number, key: keyOf(text) })).filter(({ key }) => key.length >= leastKey);
