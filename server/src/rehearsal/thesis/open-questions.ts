import { quotedBriefly } from "../brief/manner.ts";
import type { Point } from "../brief/read-brief.ts";
import type { TemperamentName } from "../temperament.ts";
import { line } from "../text/fit-words.ts";
import { quoted } from "../text/phrasing.ts";
import { type ArtifactWriter, mainPoint, pointsOf, type Workspace } from "../workspace.ts";

type Question = { asks: string; decides: string; otherwise: string };

const most = 8;

/**
 * Questions whose answer changes the plan: about open points of the brief, about missing information, and about conflicts.
 */
export const openQuestions: ArtifactWriter = (workspace) => {
  const kept = workspace.papers
    .filter((paper) => paper.kind !== "antithesis")
    .flatMap(({ parts }) => questionLines(parts));
  const own = [...conflicts(workspace), ...unsettled(workspace), ...gaps(workspace), ...preference(workspace)].map(
    write,
  );
  const all = [...new Map([...own, ...kept].map((text) => [text.split("?")[0], text])).values()];
  return all.slice(0, most).map((text, index) => line(text, index < 2 ? 0 : index));
};

const write = ({ asks, decides, otherwise }: Question): string =>
  `- [ ] **Q** ${asks}? — ${decides} — if unanswered: ${otherwise}`;

/** Questions of a given proposal are kept until they are answered. */
const questionLines = (parts: ReadonlyMap<string, string>): string[] =>
  (parts.get("open-questions") ?? "").split("\n").filter((text) => text.startsWith("- [ ] **Q** "));

/** Facts that contradict each other are one question. */
function conflicts({ prompt }: Workspace): Question[] {
  const open = prompt.remarks.filter((one) => one.kind === "fact" && one.open);
  if (open.length < 2) return [];
  const said = open.map((one) => `${one.source} says ${quoted(one.text)}`).join(" and ");
  return [
    { asks: `${said}: which of them holds`, decides: "which figure the plan uses", otherwise: "neither is used" },
  ];
}

const settles: Record<TemperamentName, (title: string) => Question> = {
  atlas: (title) => ({
    asks: `The request says ${title}: what is the answer`,
    decides: "which parts can be planned in detail",
    otherwise: "keep room for either outcome",
  }),
  briar: (title) => ({
    asks: `How long can this stay unsettled: ${title}`,
    decides: "when money may be spent on what depends on it",
    otherwise: "spend nothing on it",
  }),
  cedar: (title) => ({
    asks: `Who can settle this: ${title}`,
    decides: "whom to ask in the first week",
    otherwise: "ask the person who wrote the request",
  }),
};

const unsettled = (workspace: Workspace): Question[] =>
  pointsOf(workspace, "open").map(({ quote }) => settles[workspace.temperament.name](quoted(quote.replace(/\?$/, ""))));

const gapVoices: Record<TemperamentName, Record<"money" | "date" | "person", Question>> = {
  atlas: {
    money: {
      asks: "The request names no sum: how much may it cost",
      decides: "how many parts can be delivered",
      otherwise: "plan without buying anything",
    },
    date: {
      asks: "The request names no date: when must it be finished",
      decides: "what is done at the same time",
      otherwise: "as soon as the parts are ready",
    },
    person: {
      asks: "The request names no person: who makes which part",
      decides: "how the parts are shared out",
      otherwise: "the person who wrote the request makes all of them",
    },
  },
  briar: {
    money: {
      asks: "What is the most that may be spent, since no sum is named",
      decides: "where the work must stop",
      otherwise: "no spending without approval",
    },
    date: {
      asks: "By which day at the latest, since no date is named",
      decides: "how much time there is for tests",
      otherwise: "assume that a delay is allowed",
    },
    person: {
      asks: "Who signs, since no person is named",
      decides: "who may release money",
      otherwise: "the person who wrote the request",
    },
  },
  cedar: {
    money: {
      asks: "Who pays, and how much, since neither is said",
      decides: "who has to agree",
      otherwise: "the person who wrote the request pays",
    },
    date: {
      asks: "When do the people involved have time, since no date is named",
      decides: "the order of the meetings",
      otherwise: "agree on dates in the first week",
    },
    person: {
      asks: "Who takes part, since no person is named",
      decides: "to whom each part is handed over",
      otherwise: "name one person for each part in the first week",
    },
  },
};

function gaps({ brief, temperament }: Workspace): Question[] {
  const voice = gapVoices[temperament.name];
  return [
    ...(brief.money === undefined ? [voice.money] : []),
    ...(brief.dates.length === 0 ? [voice.date] : []),
    ...(brief.people.length === 0 ? [voice.person] : []),
  ];
}

/** The question that each temperament always asks: what matters most, what may be given up, who is affected. */
function preference(workspace: Workspace): Question[] {
  const goal = quotedBriefly(mainPoint(workspace));
  const limits: Point[] = pointsOf(workspace, "limit", "date", "figure");
  const [one, other] = limits;
  switch (workspace.temperament.name) {
    case "atlas":
      return [
        {
          asks: `Which part of ${goal} matters most if not all of it can be done`,
          decides: "what is finished first",
          otherwise: "the part named first in the request",
        },
      ];
    case "briar":
      return one && other
        ? [
            {
              asks: `Which may give way first, ${quotedBriefly(one)} or ${quotedBriefly(other)}`,
              decides: "what is sacrificed when both cannot hold",
              otherwise: "neither; the work stops and asks",
            },
          ]
        : [
            {
              asks: `What would make ${goal} not worth doing`,
              decides: "when the work is stopped",
              otherwise: "a cost twice as high as expected",
            },
          ];
    default:
      return [
        {
          asks: `Who is affected by ${goal} and has not been asked yet`,
          decides: "who tries it out before it is final",
          otherwise: "the people named in the request",
        },
      ];
  }
}
