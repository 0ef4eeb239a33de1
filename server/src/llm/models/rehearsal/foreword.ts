import { fragmentsOf } from "./brief/fragments.ts";
import { readSentences } from "./brief/sentences.ts";
import type { Desk } from "./desk.ts";
import { type Block, countWords, paragraph } from "./fit-words.ts";
import { quoted } from "./phrasing.ts";
import type { Note, WantedArtifact } from "./read-prompt.ts";

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
function notice({ brief }: Desk): string {
  const language = brief.english ? "" : " It writes in English and quotes the brief as it stands.";
  return `*A rehearsal model wrote this offline, to rehearse ${brief.subject.long}.${language}*`;
}

const names: Record<string, string> = {
  overlay: "The standing conditions",
  facts: "The facts",
  feedback: "The feedback",
};

function notes({ prompt }: Desk): string[] {
  return prompt.notes.slice(0, 4).flatMap((note) => {
    const said = readSentences(note.text).flatMap((one) => fragmentsOf(one.text))[0];
    return said === undefined
      ? []
      : [
          `${nameOf(note)} ${quoted(said)} ${note.kind === "feedback" ? "outranks" : "binds, together with"} the brief, and what follows keeps to it.`,
        ];
  });
}

const nameOf = ({ kind, about }: Note): string => `${names[kind] ?? "A note"}${about ? ` on [${about}]` : ""}:`;
