import { capital, quoted, small, withoutArticle } from "../phrasing.ts";
import { fragmentsOf, shorten } from "./fragments.ts";
import { frequentNouns } from "./nouns.ts";
import type { Sentence } from "./sentences.ts";

/** What the brief is about, in the forms that sentences need. */
export type Subject = {
  /** As written, for quoting. */
  title: string;
  /** A noun phrase: “a two-day pop-up launch for 300 guests”, “replacing the billing system”. */
  long: string;
  /** Two or three words that take an article: “pop-up launch”, “billing system”. */
  short: string;
};

const wishes =
  /^(?:please |can you |could you |help (?:me|us) (?:to )?|(?:i|we)(?:'d| would)? (?:want|need|like|plan|hope|intend|have|must|are going) (?:to )?)+/i;
/** “Ana plans a dinner” is about the dinner. */
const doing =
  /^\p{Lu}\p{Ll}+(?: and \p{Lu}\p{Ll}+)? (?:plans?|builds?|organi[sz]es?|hosts?|makes?|opens?|produces?|starts?|wants?|needs?) (?:to )?(?=an? |the |our |\d)/u;
const imperative =
  /^(launch|replace|build|create|plan|organi[sz]e|start|move|migrate|open|design|write|run|host|find|make|set up|renovate|rebuild|develop|introduce|improve|rewrite|prepare|teach|sell|buy|grow|turn|convert|publish|produce|hire|train)(?= )/i;
/** “replace our billing system” is about a replacement, not about the system; “build a shed” is about the shed. */
const nouns: Record<string, string | undefined> = {
  replace: "replacement",
  launch: "launch",
  move: "move",
  migrate: "migration",
  open: "opening",
  renovate: "renovation",
  rewrite: "rewrite",
};
const shortEnd =
  /\s(?:for|in|at|on|with|by|that|which|to|from|of|and|so|without|because|where|who|before|until|is|are|has|will|into|over|as|about)\s|[,;:.!?]/i;

/** What gives away that a title is a sentence: it cannot be used as the name of a thing. */
const statement =
  /\b(?:is|are|was|were|has|have|wants?|needs?|must|will|can|should|moves?|runs?|opens|launches|offers|works?)\b/i;

export function readSubject(sentences: readonly Sentence[], english = true): Subject {
  const heading = sentences.find((one) => one.heading);
  const title = fragmentsOf((heading ?? sentences[0])?.text ?? "")[0] ?? "";
  if (title === "") return { title: "", long: "the request", short: "request" };
  if (!english || !isEnglishPhrase(title)) return { title, long: `the request ${quoted(title)}`, short: "plan" };
  const wish = title.match(wishes)?.[0] ?? title.match(doing)?.[0] ?? "";
  const asked = title.slice(wish.length).replaceAll(/\b(?:our|my)\b/gi, "the");
  const verb = asked.match(imperative)?.[1] ?? (/ to $/i.test(wish) ? asked.match(/^[a-z]+(?= )/i)?.[0] : undefined);
  if (!verb && wish === "" && !heading && statement.test(title)) return nameByNoun(sentences, title);
  // Only what stood at the beginning of the title had a capital because of that.
  const thing = verb ? asked.slice(verb.length).trim() : small(asked);
  const long = verb ? `${gerund(verb)} ${thing}` : withArticle(thing);
  return { title, long, short: [shortForm(thing), nouns[verb?.toLowerCase() ?? ""]].filter(Boolean).join(" ") };
}

/** A brief that opens with a statement: quoted, and called after what it speaks of most. */
function nameByNoun(sentences: readonly Sentence[], title: string): Subject {
  const [noun] = frequentNouns(sentences, []);
  return { title, long: `the request ${quoted(shorten(title, 9))}`, short: noun ? `${noun} plan` : "plan" };
}

/** Latin letters and at least two words: anything else is quoted rather than bent into a sentence. */
function isEnglishPhrase(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? [];
  const latin = text.match(/[a-z]/gi) ?? [];
  return latin.length > 0 && latin.length >= letters.length * 0.9 && text.trim().includes(" ");
}

function withArticle(thing: string): string {
  return /^(?:the|an?|two|three|\d)\b/i.test(thing) ? thing : `the ${thing}`;
}

function shortForm(thing: string): string {
  const words = withoutArticle(thing).split(shortEnd)[0]?.trim().split(/\s+/) ?? [];
  const telling = words.filter((word) => !/^(?:\d|one|two|three|four|five|six|seven|eight|nine|ten|new$)/i.test(word));
  return telling.slice(-3).join(" ") || "request";
}

function gerund(verb: string): string {
  const [word = "", ...rest] = verb.toLowerCase().split(" ");
  const stem = /^(?:set|run|get|put|cut|stop|plan|begin|win|let|dig|ship)$/.test(word)
    ? word + word.at(-1)
    : word.replace(/e$/, "");
  return [`${stem}ing`, ...rest].join(" ");
}

export const titleCase = (text: string): string => capital(withoutArticle(text));
