import { bareQuestion } from "../brief/gaps.ts";
import type { ArtifactWriter, Desk } from "../desk.ts";
import { type Block, line } from "../fit-words.ts";
import { quoted } from "../phrasing.ts";

type Question = { question: string; decides: string; otherwise: string };

/** What the brief does not say and the plan needs: real gaps first, then what each matter would ask. */
export const openQuestions: ArtifactWriter = (desk) =>
  [...gapsFor(desk), ...fromMatters(desk)].slice(0, 8).map((question, index) => toLine(question, index));

function toLine({ question, decides, otherwise }: Question, index: number): Block {
  return line(
    `- [ ] **Q** ${question} — decides ${decides} — if unanswered: ${assume(otherwise)}`,
    index < 2 ? 0 : index,
  );
}

/** Every default can be read as the assumption it becomes. */
const assume = (otherwise: string): string => (/^assume\b/.test(otherwise) ? otherwise : `assume ${otherwise}`);

const firstAsked = { atlas: "deadline", briar: "budget", cedar: "owner" } as const;

/** Contradictions always come first; after them each temperament asks for what it misses most. */
function gapsFor(desk: Desk): Question[] {
  const dear = firstAsked[desk.temperament.name];
  const weight = (kind: string): number => (kind === "contradiction" ? 0 : kind === dear ? 1 : 2);
  return desk.brief.gaps.toSorted((a, b) => weight(a.kind) - weight(b.kind));
}

function fromMatters(desk: Desk): Question[] {
  const answered = new Set(desk.brief.sayings.map((one) => bareQuestion(one.question)));
  const asking = desk.matters.filter(
    ({ ask }) => !ask.unless?.test(desk.prompt.request) && !answered.has(bareQuestion(ask.question)),
  );
  return asking.slice(0, desk.temperament.breadth - 2).map(({ ask, name, brief }) => ({
    question: ask.question,
    decides: ask.decides,
    otherwise: `${ask.otherwise} (${name}, after ${quoted(brief)})`,
  }));
}
