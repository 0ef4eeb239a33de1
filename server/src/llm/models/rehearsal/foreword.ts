import { fragmentsOf } from "./brief/fragments.ts";
import type { Saying } from "./brief/saying.ts";
import { readSentences } from "./brief/sentences.ts";
import { countWords } from "./count-words.ts";
import type { Desk } from "./desk.ts";
import { type Block, paragraph } from "./fit-words.ts";
import { capital, quoted } from "./phrasing.ts";
import type { ContestedClaim } from "./read-contested.ts";
import type { WantedArtifact } from "./read-prompt.ts";
import { temperamentNames } from "./temperament.ts";

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
  const language = brief.english ? "" : " It writes in English and quotes the brief as it stands.";
  return `*A rehearsal model wrote this offline${under(prompt.instructions)}, to rehearse ${brief.subject.long}.${language}*`;
}

/** What the instructions begin with, so that a reader sees that they arrived; “Your role: merge” is heard as “merge”. */
function under(instructions: string): string {
  const [first] = readSentences(instructions);
  const heard = fragmentsOf(first?.text ?? "").at(first?.heading ? -1 : 0);
  const tells = temperamentNames.some((name) => heard?.toLowerCase().includes(name));
  return heard === undefined || tells ? "" : `, under the instructions ${quoted(heard)}`;
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
    const text = sayIt(saying);
    return text === undefined ? [] : [{ saying, text }];
  });
  const contested = prompt.contested.map(sayChoice).slice(0, 2);
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

function sayIt(one: Saying): string | undefined {
  const quote = readSentences(one.text).flatMap((part) => fragmentsOf(part.text))[0];
  if (quote === undefined) return undefined;
  const source = capital(one.source);
  if (one.kind === "answer")
    return one.open
      ? `Assumption: ${quoted(quote)}, because ${one.source} has no answer yet.`
      : `${source} is answered with ${quoted(quote)}, and the plan goes by that.`;
  if (one.open) return `${source} says ${quoted(quote)} and is disputed, so nothing here rests on it.`;
  const rank = one.kind === "feedback" ? "outranks the brief" : "binds, together with the brief";
  return `${source}: ${quoted(quote)} ${rank}, and what follows keeps to it.`;
}

function sayChoice({ id, choice, judged }: ContestedClaim): string {
  if (!choice) return `[${id}] is contested (${judged}) and nobody has chosen; it stays undecided here.`;
  return `[${id}] was contested (${judged}); the choice is ${choice}, and what follows keeps to it.`;
}
