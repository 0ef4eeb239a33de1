import { table } from "./rows.ts";
import { asJson, changeRun, inArtifact, lines, type ShapeGroup } from "./shape.ts";

const question = /^- \[ \] \*\*Q\*\* (.*?\?[”"’)]*) — (?:decides )?(.*) — if unanswered: (.*)$/;
type Question = { text: string; decides: string; otherwise: string };

/** Replaces the list of questions, if all of them have the requested form. */
const changeQuestions = (answer: string, change: (questions: Question[]) => string[]): string =>
  inArtifact(answer, ["Open questions"], (body) =>
    changeRun(body, /^- \[ \] \*\*Q\*\* /, (run) => {
      const questions = run.flatMap((line) => {
        const [whole, text = "", decides = "", otherwise = ""] = question.exec(line) ?? [];
        return whole === undefined ? [] : [{ text, decides, otherwise }];
      });
      return questions.length < run.length ? run : change(questions);
    }),
  );

const eachQuestion = (change: (question: Question, number: number) => string) => (answer: string) =>
  changeQuestions(answer, (questions) => questions.map((one, index) => change(one, index + 1)));

export const questionShapes: ShapeGroup = [
  { name: "questions without a box", apply: (answer) => answer.replaceAll("- [ ] **Q** ", "- **Q:** ") },
  {
    name: "questions with hyphens",
    apply: (answer) => lines(answer, (line) => (line.includes("**Q**") ? line.replaceAll(" — ", " - ") : line)),
  },
  {
    name: "questions with numbers",
    apply: eachQuestion(
      ({ text, decides, otherwise }, number) =>
        `${number}. Q${number}: ${text} — decides ${decides} — if unanswered: ${otherwise}`,
    ),
  },
  {
    name: "questions with labels in bold",
    apply: eachQuestion(
      ({ text, decides, otherwise }, number) =>
        `- [ ] **Q${number}:** ${text} **Decides:** ${decides} **If unanswered:** ${otherwise}`,
    ),
  },
  {
    name: "questions as headings",
    apply: eachQuestion(
      ({ text, decides, otherwise }, number) =>
        `### Q${number}: ${text}\n\n- Decides: ${decides}\n- If unanswered: ${otherwise}\n`,
    ),
  },
  {
    name: "questions as paragraphs",
    apply: eachQuestion(
      ({ text, decides, otherwise }, number) =>
        `**Q${number}. ${text}**\nDecides: ${decides}\nIf unanswered: ${otherwise}\n`,
    ),
  },
  {
    name: "questions with fields",
    apply: eachQuestion(
      ({ text, decides, otherwise }) => `- **${text}**\n  - Decides: ${decides}\n  - Default: ${otherwise}`,
    ),
  },
  {
    name: "questions in a table",
    apply: (answer) =>
      changeQuestions(answer, (questions) =>
        table(
          ["Question", "Decides", "If unanswered"],
          questions.map(({ text, decides, otherwise }) => [text, decides, otherwise]),
        ),
      ),
  },
  {
    name: "questions in a table in another order",
    apply: (answer) =>
      changeQuestions(answer, (questions) =>
        table(
          ["#", "Default if unanswered", "What it decides", "Question"],
          questions.map(({ text, decides, otherwise }, index) => [`Q${index + 1}`, otherwise, decides, text]),
        ),
      ),
  },
  {
    name: "questions in JSON",
    apply: (answer) =>
      changeQuestions(answer, (questions) =>
        asJson(questions.map(({ text, decides, otherwise }) => ({ question: text, decides, default: otherwise }))),
      ),
  },
  {
    name: "questions in groups",
    apply: (answer) =>
      changeQuestions(answer, (questions) =>
        questions.flatMap(({ text, decides, otherwise }, index) => [
          `- **Subject ${index + 1}**`,
          `  - [ ] **Q** ${text} — ${decides} — if unanswered: ${otherwise}`,
        ]),
      ),
  },
];
