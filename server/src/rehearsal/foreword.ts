import { readSentences } from "./brief/sentences.ts";
import type { ContestedClaim } from "./prompt/read-contested.ts";
import type { WantedArtifact } from "./prompt/read-prompt.ts";
import type { Remark } from "./prompt/remark.ts";
import { temperamentNames } from "./temperament.ts";
import { countWords } from "./text/count-words.ts";
import { type Block, paragraph } from "./text/fit-words.ts";
import { capital, quoted } from "./text/phrasing.ts";
import type { Workspace } from "./workspace.ts";

/**
 * The text below a document's first heading. It says that a rehearsal model wrote the document, and which inputs it used
 * besides the brief.
 */
export function forewordOf(workspace: Workspace, wanted: WantedArtifact): Block[] {
  if (workspace.prompt.whole[0]?.heading !== wanted.heading) return [];
  return [paragraph(notice(workspace)), ...notes(workspace).map((text) => paragraph(text))];
}

/**
 * The words left for the artifact itself. A twentieth of the budget stays unused, because words can be counted in different
 * ways.
 */
export function budgetFor(workspace: Workspace, wanted: WantedArtifact): number {
  const head = [wanted.heading, ...forewordOf(workspace, wanted).map((block) => block.text)];
  return Math.max(1, Math.floor(wanted.maxWords * 0.95) - countWords(head.join(" ")));
}

/** The notice in every document. It does not name the model, because a critic must not know the author. */
function notice({ brief, prompt }: Workspace): string {
  const language = brief.isEnglish
    ? ""
    : ` It writes in English and quotes the request as it stands.${inOwnWords(prompt.request)}`;
  return `*A rehearsal model wrote this offline${under(prompt.instructions)}: it quotes the request and adds no knowledge of its own.${language}*`;
}

/**
 * Says, in the language of the request, that the text between the quotations is English. Empty if `languageNotes` lacks the
 * language.
 */
function inOwnWords(request: string): string {
  const found = languageNotes.find(({ sign }) => sign.test(request));
  return found ? ` ${found.note}` : "";
}

const languageNotes = [
  { sign: /\p{Script=Hebrew}/u, note: "הציטוטים מובאים כלשונם מהבקשה; הטקסט שביניהם באנגלית." },
  { sign: /\p{Script=Han}/u, note: "引文照录原请求；其余文字为英文。" },
  {
    sign: /(?<!\p{L})(?:und|der|das|wir|nicht)(?!\p{L})/iu,
    note: "Die Zitate stehen so im Auftrag; der Text dazwischen ist englisch.",
  },
  {
    sign: /(?<!\p{L})(?:nous|les|est|pour|être)(?!\p{L})/iu,
    note: "Les citations reprennent la demande telle quelle ; le reste est en anglais.",
  },
  {
    sign: /(?<!\p{L})(?:el|los|queremos|para|una)(?!\p{L})/iu,
    note: "Las citas reproducen la solicitud; el resto está en inglés.",
  },
  { sign: /(?<!\p{L})(?:wij|het|een|niet)(?!\p{L})/iu, note: "De citaten staan zo in de opdracht; de rest is Engels." },
] as const;

/**
 * The beginning of the instructions, to show that the model received them. “Your role: merge” is shortened to “merge”.
 */
function under(instructions: string): string {
  const [first] = readSentences(instructions);
  const heard = first?.text.split(": ").at(-1)?.replace(/[.:]$/, "").trim();
  const tells = temperamentNames.some((name) => heard?.toLowerCase().includes(name));
  return !heard || tells || heard.length > 60 ? "" : `, under the instructions ${quoted(heard)}`;
}

const mostNotes = 8;

/**
 * One sentence for each remark and for up to two contested claims, at most `mostNotes` in all. The newest remark of each
 * kind comes first, and settled remarks come before open ones. Remarks for which there is no room are only listed by number.
 */
function notes({ prompt }: Workspace): string[] {
  const newest = prompt.remarks.toReversed();
  const remarks = [...newest.filter((one) => !one.open), ...newest.filter((one) => one.open)];
  const isFirst = (one: Remark): boolean =>
    remarks.find((other) => other.kind === one.kind && other.open === one.open) === one;
  const ordered = [...remarks.filter(isFirst), ...remarks.filter((one) => !isFirst(one))];
  const said = ordered.flatMap((remark) => {
    const text = describe(remark);
    return text === undefined ? [] : [{ remark, text }];
  });
  const contested = prompt.contested.map(describeChoice).slice(0, 2);
  const room = mostNotes - contested.length;
  const rest = said.slice(room).map((one) => one.remark);
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

const byNumber = (what: string, remarks: readonly Remark[]): string[] =>
  remarks.length === 0 ? [] : [`${what}: ${[...new Set(remarks.map((one) => one.source))].join(", ")}.`];

function describe(one: Remark): string | undefined {
  const quote = readSentences(one.text)
    .find((part) => !part.heading)
    ?.quote.replace(/[.。]$/u, "");
  if (quote === undefined) return undefined;
  const source = capital(one.source);
  if (one.kind === "answer")
    return one.open
      ? `Assumption: ${quoted(quote)}, because ${one.source} has no answer yet.`
      : `${source} is answered with ${quoted(quote)}, and the plan follows that.`;
  if (one.open) return `${source} says ${quoted(quote)} and is disputed, so nothing here rests on it.`;
  const rank =
    one.kind === "feedback" ? "is newer than the request and outranks it" : "applies together with the request";
  return `${source}: ${quoted(quote)} ${rank}.`;
}

function describeChoice({ id, choice, judged }: ContestedClaim): string {
  if (!choice) return `[${id}] is contested (${judged}) and no choice has been made yet.`;
  return `[${id}] was contested (${judged}); the choice is ${choice}, and what follows keeps to it.`;
}
