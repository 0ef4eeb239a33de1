import { allLore } from "../lore/all-lore.ts";

/** Names and roles of people, and names of places, as far as capital letters and a few verbs give them away. */

const notNames = new Set(
  (
    "the we they it this that these those everything everybody everyone nobody there what who when where why how our my " +
    "their his her today tomorrow yesterday monday tuesday wednesday thursday friday saturday sunday january february march april may " +
    "june july august september october november december spring summer autumn winter if no not all each most half some " +
    "payments support planting last two three four five six seven eight nine ten one about roughly please i you he she " +
    "security sales bread rent wind personal participants marketing finance legal engineering management operations both " +
    "any only more many here also and but or as at by for from in of on to with after before during until since while"
  ).split(" "),
);

const acts =
  "is|plans|organi[sz]es|makes|hosts|opens|teaches|bakes|books|leads?|runs?|produces?|owns?|will|has|manages?|decides?|signs?|approves?|handles?|builds?|does|works?|keeps?|wants?|pays?|designs?|writes?|coordinates?|answers|looks|leitet|entscheidet|baut|führt";
const name = String.raw`\p{Lu}\p{Ll}{1,20}(?: \p{Lu}\p{Ll}{1,20})?`;
const actor = new RegExp(
  String.raw`(?:^|[.;,]\s|\band |\s)(${name})(?:,? (?:who|our|the) [^,.;]{2,40},)?,? (?:${acts})\b`,
  "gu",
);
const role =
  /\b(?:our|the|a|an|one) ((?:(?!the\b|our\b)[\p{L}-]+ ){0,2}(?:manager|producer|director|coordinator|owner|treasurer|committee|council|team|lead|engineer|auditor|inspector|architect|board|clerk|chef|teacher|foreman|finance lead)s?)\b/giu;

export function readPeople(sentences: readonly string[]): string[] {
  const people = new Set<string>();
  for (const text of sentences) {
    for (const [, found = ""] of text.matchAll(actor)) {
      if (isName(found)) people.add(found);
    }
  }
  return [...people];
}

/** A capital at the beginning of a sentence makes no name of a word that means something else. */
export function isName(found: string): boolean {
  const first = found.split(" ")[0]?.toLowerCase() ?? "";
  return !notNames.has(first) && !allLore.some((lore) => lore.words.test(first));
}

/** Roles that decide inside a project; a council or an inspector decides about it from outside. */
export const isInsider = (role: string): boolean => !/council|inspector|auditor/i.test(role);

export function readRoles(sentences: readonly string[]): string[] {
  const roles = new Set<string>();
  for (const text of sentences) {
    for (const [, found = ""] of text.matchAll(role)) roles.add(found.toLowerCase());
  }
  return [...roles];
}

const place = /\b(?:at|in|on|near|from|to) (?:the )?((?:\p{Lu}[\p{L}'’]+|\d{1,4})(?: (?:\p{Lu}[\p{L}'’]+|\d{1,4}))*)/gu;

export function readPlaces(sentences: readonly string[]): string[] {
  const places = new Set<string>();
  for (const text of sentences) {
    for (const [, found = ""] of text.matchAll(place)) {
      const first = found.split(" ")[0]?.toLowerCase() ?? "";
      if (/^\p{Lu}/u.test(found) && !notNames.has(first) && !/^\p{Lu}+$/u.test(found)) places.add(found);
    }
  }
  return [...places];
}
