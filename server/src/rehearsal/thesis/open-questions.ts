import { cited, leaderAsked } from "../brief/read-brief.ts";
import type { TemperamentName } from "../temperament.ts";
import { line } from "../text/fit-words.ts";
import { quoted } from "../text/phrasing.ts";
import { voiceOf } from "../voices/voices.ts";
import { type ArtifactWriter, pointsOf, type Workspace } from "../workspace.ts";

type Question = { asks: string; decides: string; otherwise: string };

const most = 8;

/**
 * Questions about conflicts, about open points of the brief, and about money, date and leader if the brief does not name
 * them. All temperaments ask these questions in the same words, so that one answer is enough. Each temperament adds a
 * question of its own.
 */
export const openQuestions: ArtifactWriter = (workspace) => {
  const kept = workspace.papers
    .filter((paper) => paper.kind !== "antithesis")
    .flatMap(({ parts }) => questionLines(parts));
  const own = [...conflicts(workspace), ...unsettled(workspace), ...gaps(workspace), voiceOf(workspace).question].map(
    write,
  );
  const byQuestion = Map.groupBy([...own, ...kept], asked);
  const first = [...byQuestion.values()].flatMap(([one]) => one ?? []);
  return first.slice(0, most).map((text, index) => line(text, index < 2 ? 0 : index));
};

/** The question in a line. Two documents may write the rest of the line with different dashes or another default. */
const asked = (text: string): string => /^[^?？؟]*[?？؟]/u.exec(text)?.[0] ?? text;

const write = ({ asks, decides, otherwise }: Question): string =>
  `- [ ] **Q** ${asks} — ${decides} — if unanswered: ${otherwise}`;

/** The open questions in a given document. They are kept, with unchanged wording. */
const questionLines = (parts: ReadonlyMap<string, string>): string[] =>
  (parts.get("open-questions") ?? "").split("\n").filter((text) => text.startsWith("- [ ] **Q** "));

/** All facts that are in conflict are joined into one question. */
function conflicts({ prompt }: Workspace): Question[] {
  const open = prompt.remarks.filter((one) => one.kind === "fact" && one.open);
  if (open.length < 2) return [];
  const said = open.map((one) => `${one.source} says ${quoted(one.text)}`).join(" and ");
  return [
    { asks: `${said}: which of them holds?`, decides: "which of them the plan uses", otherwise: "neither is used" },
  ];
}

const unsettled = (workspace: Workspace): Question[] =>
  pointsOf(workspace, "open").map((point) => ({
    asks: /[?？؟]$/u.test(point.quote)
      ? `${cited(point)}`
      : `How should what these words leave open be settled: ${cited(point)}?`,
    decides: "when work that depends on it can begin",
    otherwise: "nothing that depends on the answer is decided",
  }));

type Gap = "money" | "date" | "person";

const gapQuestions: Record<Gap, Question> = {
  money: {
    asks: "How much may be spent at most?",
    decides: "what can be paid for",
    otherwise: "each cost is agreed on first",
  },
  date: {
    asks: "By when must it be finished?",
    decides: "when the work has to begin",
    otherwise: "no date is promised",
  },
  person: {
    asks: leaderAsked,
    decides: "who owns the milestones",
    otherwise: "the owners of the milestones are agreed on later",
  },
};

const gapOrder: Record<TemperamentName, readonly Gap[]> = {
  atlas: ["date", "money", "person"],
  briar: ["money", "date", "person"],
  cedar: ["person", "date", "money"],
};

const gaps = ({ brief, temperament }: Workspace): Question[] =>
  gapOrder[temperament.name].filter((gap) => !brief.says[gap]).map((gap) => gapQuestions[gap]);
