import { capital, quoted, small, withoutArticle } from "../phrasing.ts";
import { fragmentsOf } from "./fragments.ts";
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

export function readSubject(sentences: readonly Sentence[]): Subject {
  const first = sentences.find((one) => one.heading) ?? sentences[0];
  const title = fragmentsOf(first?.text ?? "")[0] ?? "";
  if (title === "") return { title: "", long: "the request", short: "request" };
  if (!isEnglishPhrase(title)) {
    return { title, long: `the request ${quoted(title)}`, short: "plan" };
  }
  const wish = title.replace(wishes, "").replaceAll(/\b(?:our|my)\b/gi, "the");
  const verb = wish.match(imperative)?.[1];
  const thing = verb ? wish.slice(verb.length).trim() : wish;
  const long = verb ? `${gerund(verb)} ${small(thing)}` : withArticle(thing);
  return { title, long, short: [shortForm(thing), nouns[verb?.toLowerCase() ?? ""]].filter(Boolean).join(" ") };
}

/** Latin letters and at least two words: anything else is quoted rather than bent into a sentence. */
export function isEnglishPhrase(text: string): boolean {
  const letters = text.match(/\p{L}/gu) ?? [];
  const latin = text.match(/[a-z]/gi) ?? [];
  return latin.length > 0 && latin.length >= letters.length * 0.9 && text.trim().includes(" ");
}

function withArticle(thing: string): string {
  if (/^(?:the|an?|two|three|\d)\b/i.test(thing)) return small(thing);
  return `the ${small(thing)}`;
}

function shortForm(thing: string): string {
  const words = withoutArticle(small(thing)).split(shortEnd)[0]?.trim().split(/\s+/) ?? [];
  const telling = words.filter((word) => !/^(?:\d|one|two|three|four|five|six|seven|eight|nine|ten|new$)/i.test(word));
  return telling.slice(-3).join(" ") || "request";
}

function gerund(verb: string): string {
  const [word = "", ...rest] = verb.toLowerCase().split(" ");
  const stem = /(?:^set|^run)$/.test(word) ? word + word.at(-1) : word.replace(/e$/, "");
  return [`${stem}ing`, ...rest].join(" ");
}

export const titleCase = (text: string): string => capital(withoutArticle(text));
