import { bareQuestion } from "../brief/gaps.ts";
import type { ArtifactWriter, Desk } from "../desk.ts";
import { type Block, line } from "../fit-words.ts";
import type { Matter } from "../matter.ts";
import { quoted } from "../phrasing.ts";
import type { TemperamentName } from "../temperament.ts";

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
  return asking.slice(0, desk.temperament.breadth - 2).flatMap((matter, index) => {
    const own = ownQuestion(desk, matter);
    const { question, decides, otherwise } = matter.ask;
    const known = { question, decides, otherwise: `${otherwise} (${matter.name}, after ${quoted(matter.brief)})` };
    return index % 2 === 0 ? [own, known] : [known];
  });
}

/** What each temperament would ask about any matter. */
function ownQuestion(desk: Desk, { name, brief, way, measure, who }: Matter): Question {
  const { short } = desk.brief.subject;
  const said = quoted(brief);
  const asked: Record<TemperamentName, Question> = {
    atlas: {
      question: `How large may ${name} become in the ${short} before it has to be built differently?`,
      decides: `whether ${said} is the size or only the first one`,
      otherwise: `${desk.temperament.headroom} times what ${said} asks for`,
    },
    briar: {
      question: `Who pays if something goes wrong with ${name}, and up to which sum?`,
      decides: `whether it is worth it to ${way}`,
      otherwise: `that nobody has agreed to pay, so ${said} comes in the smallest form`,
    },
    cedar: {
      question: `Has ${who} been asked about ${name}?`,
      decides: `whose word counts when ${said} is read in two ways`,
      otherwise: `not yet, so ${measure} is asked for first`,
    },
  };
  return asked[desk.temperament.name];
}
