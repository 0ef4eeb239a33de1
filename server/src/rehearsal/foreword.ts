import { readSentences } from "./brief/sentences.ts";
import type { Desk } from "./desk.ts";
import type { ContestedClaim } from "./prompt/read-contested.ts";
import type { WantedArtifact } from "./prompt/read-prompt.ts";
import type { Saying } from "./prompt/saying.ts";
import { temperamentNames } from "./temperament.ts";
import { countWords } from "./text/count-words.ts";
import { type Block, paragraph } from "./text/fit-words.ts";
import { capital, quoted } from "./text/phrasing.ts";

/** What stands at the head of a document, below its first heading: what wrote it, and what it was told besides the brief. */
export function forewordOf(desk: Desk, wanted: WantedArtifact): Block[] {
  if (desk.prompt.whole[0]?.heading !== wanted.heading) return [];
  return [paragraph(notice(desk)), ...notes(desk).map((text) => paragraph(text))];
}

/** The words left for the artifact itself. A twentieth stays free: readers count words in different ways. */
export function budgetFor(desk: Desk, wanted: WantedArtifact): number {
  const head = [wanted.heading, ...forewordOf(desk, wanted).map((block) => block.text)];
  return Math.max(1, Math.floor(wanted.maxWords * 0.95) - countWords(head.join(" ")));
}

/** Said in every document, and never by which model: a critic must not be able to tell the author. */
function notice({ brief, prompt }: Desk): string {
  const language = brief.isEnglish ? "" : " It writes in English and quotes the request as it stands.";
  return `*A rehearsal model wrote this offline${under(prompt.instructions)}: it quotes the request and adds no knowledge of its own.${language}*`;
}

/** What the instructions begin with, so that a reader sees that they arrived; “Your role: merge” is read as “merge”. */
function under(instructions: string): string {
  const [first] = readSentences(instructions);
  const heard = first?.text.split(": ").at(-1)?.replace(/[.:]$/, "").trim();
  const tells = temperamentNames.some((name) => heard?.toLowerCase().includes(name));
  return !heard || tells || heard.length > 60 ? "" : `, under the instructions ${quoted(heard)}`;
}

const mostNotes = 8;

/** One sentence for each kind of thing that was said, the newest and settled first, then more of each; the rest by number. */
function notes({ prompt }: Desk): string[] {
  const newest = prompt.sayings.toReversed();
  const sayings = [...newest.filter((one) => !one.open), ...newest.filter((one) => one.open)];
  const isFirst = (one: Saying): boolean =>
    sayings.find((other) => other.kind === one.kind && other.open === one.open) === one;
  const ordered = [...sayings.filter(isFirst), ...sayings.filter((one) => !isFirst(one))];
  const said = ordered.flatMap((saying) => {
    const text = describe(saying);
    return text === undefined ? [] : [{ saying, text }];
  });
  const contested = prompt.contested.map(describeChoice).slice(0, 2);
  const room = mostNotes - contested.length;
  const rest = said.slice(room).map((one) => one.saying);
  return [
    ...said.slice(0, room).map((one) => one.text),
    ...contested,
    ...byNumber(
      "Taken into account as well",
      rest.filter((one) => !one.open),
    ),
    ...byNumber(
      "Not settled, and taken as it stands or as its default says",
      rest.filter((one) => one.open),
    ),
  ];
}

const byNumber = (what: string, sayings: readonly Saying[]): string[] =>
  sayings.length === 0 ? [] : [`${what}: ${[...new Set(sayings.map((one) => one.source))].join(", ")}.`];

function describe(one: Saying): string | undefined {
  const quote = readSentences(one.text)
    .find((part) => !part.heading)
    ?.text.replace(/[.。]$/u, "");
  if (quote === undefined) return undefined;
  const source = capital(one.source);
  if (one.kind === "answer")
    return one.open
      ? `Assumption: ${quoted(quote)}, because ${one.source} has no answer yet.`
      : `${source} is answered with ${quoted(quote)}, and the plan follows that.`;
  if (one.open) return `${source} says ${quoted(quote)} and is disputed, so nothing here rests on it.`;
  const rank = one.kind === "feedback" ? "is newer than the request and outranks it" : "holds beside the request";
  return `${source}: ${quoted(quote)} ${rank}.`;
}

function describeChoice({ id, choice, judged }: ContestedClaim): string {
  if (!choice) return `[${id}] is contested (${judged}) and no choice has been made; it stays undecided here.`;
  return `[${id}] was contested (${judged}); the choice is ${choice}, and what follows keeps to it.`;
}
