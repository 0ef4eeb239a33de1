import type { Remark } from "./remark.ts";

type Section = { name: string; about: string | undefined; text: string };

/**
 * Everything people said besides the brief, in this order: overlay, facts, answers, feedback. Facts and answers are numbered
 * and read line by line; a section without numbers is one remark.
 */
export function readRemarks(sections: readonly Section[]): Remark[] {
  const of = (name: string) => sections.filter((section) => section.name === name && section.text !== "");
  return [
    ...of("overlay").map(({ text }) => plain("overlay", "the standing conditions", text)),
    ...of("facts").flatMap(readFacts),
    ...of("answers").flatMap(readAnswers),
    ...of("feedback").map(({ text, about }) =>
      plain("feedback", about ? `the feedback on ${isReference(about) ? `[${about}]` : about}` : "the feedback", text),
    ),
  ];
}

/** True for the id of a document. Feedback can also be about something that is named in words. */
const isReference = (about: string): boolean => /^D\d+$/.test(about);

const plain = (kind: Remark["kind"], source: string, text: string): Remark => ({
  kind,
  source,
  text,
  question: "",
  against: [],
  open: false,
});

/** Reads lines such as `- [F3] text (said by you; open conflict with [F1])`. */
function readFacts({ text }: Section): Remark[] {
  const numbered = [...text.matchAll(/^\s*[-*] +\[(F\d+)\] +(.+?)(?: \((?:said by|proposed by) [^()]*\))?$/gm)];
  if (numbered.length === 0) return [plain("fact", "the facts", text)];
  return numbered.map(([line, id = "", fact = ""]) => {
    const against = line.match(/; open conflict with ((?:\[F\d+\](?:, )?)+)\)$/)?.[1]?.match(/F\d+/g) ?? [];
    return { ...plain("fact", `[${id}]`, fact), against, open: against.length > 0 };
  });
}

/** Reads lines such as `- [Q1] question — answered: text`. Without an answer, a line ends in `— unanswered: default`. */
function readAnswers({ text }: Section): Remark[] {
  const numbered = [...text.matchAll(/^\s*[-*] +\[(Q\d+)\] +(.+) — (answered|unanswered): +(.+)$/gm)];
  if (numbered.length === 0) return [plain("answer", "the answers", text)];
  return numbered.map(([, id = "", question = "", how, answer = ""]) => ({
    ...plain("answer", `[${id}]`, answer),
    question,
    open: how === "unanswered",
  }));
}
