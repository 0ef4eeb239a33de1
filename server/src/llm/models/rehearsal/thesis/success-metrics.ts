import type { ArtifactWriter, Desk } from "../desk.ts";
import { line, paragraph } from "../fit-words.ts";
import { dueIn, ownerOf } from "../matter.ts";
import { quoted } from "../phrasing.ts";
import { takeStands } from "../stand.ts";
import type { TemperamentName } from "../temperament.ts";
import { limitsFor, voice } from "../voice.ts";

/** North star, leading and lagging, guardrails, how and when measured, owner. */
export const successMetrics: ArtifactWriter = (desk) => {
  const { brief } = desk;
  const matters = takeStands(desk).map((stand) => stand.matter);
  const owners = brief.people.length > 0 ? brief.people : [ownerOf(brief)];
  const [first, second] = [...matters.filter((matter) => matter.phase < 4), ...matters];
  const [third, fourth] = [...matters.filter((matter) => matter.phase >= 4), ...matters.toReversed()];
  const owner = (index: number): string => owners[index % owners.length] ?? "";
  const read = readings(desk);
  return [
    paragraph(`**North star.** ${northStar(desk)} Owner: ${ownerOf(brief)}.`),
    paragraph(`**Leading**, ${read.early}:`),
    line(`- ${first?.measure}, against ${quoted(first?.brief ?? "")}; read by ${owner(0)} ${read.first}.`),
    line(`- ${second?.measure}, against ${quoted(second?.brief ?? "")}; read by ${owner(1)} ${read.second}.`, 1),
    paragraph(`**Lagging**, ${read.late}:`, 1),
    line(`- ${third?.measure}, taken by ${dueIn(5, brief)} and ${read.again}; read by ${owner(2)}.`, 1),
    line(
      `- ${fourth === third ? first?.check : fourth?.measure}, ${read.compared} ${quoted(fourth?.brief ?? brief.quotes[0] ?? "")}.`,
      2,
    ),
    paragraph(`**Guardrails.** ${guardrails(desk)}`, 1),
    paragraph(`**How.** ${how(desk)}`, 2),
  ];
};

type Readings = Record<"early" | "first" | "second" | "late" | "again" | "compared", string>;

/** How often each temperament looks, and what at. */
function readings(desk: Desk): Readings {
  const { short } = desk.brief.subject;
  const all: Record<TemperamentName, Readings> = {
    atlas: {
      early: `read weekly while the ${short} is prepared`,
      first: "every Monday",
      second: "on the same day",
      late: `read once the ${short} stands`,
      again: "once more at full load",
      compared: "set against",
    },
    briar: {
      early: `read before every order for the ${short}`,
      first: "before anything is paid",
      second: "whenever a price changes",
      late: `read when the last bill of the ${short} is in`,
      again: "once more when the money is counted",
      compared: "held against",
    },
    cedar: {
      early: `talked through each Friday while the ${short} is prepared`,
      first: "aloud on Friday",
      second: "with those it concerns",
      late: `asked for in person after the ${short}`,
      again: "once more a month later",
      compared: "told beside",
    },
  };
  return all[desk.temperament.name];
}

function northStar(desk: Desk): string {
  const { brief, matters } = desk;
  const { short } = brief.subject;
  const figure = brief.figures[0]?.text;
  const goal = quoted(figure ?? brief.quotes[0] ?? brief.subject.title);
  const [first] = matters;
  return voice(desk, {
    atlas: `The ${short} carries ${goal} in full, on the first try, and ${first?.aim}.`,
    briar: `The ${short} keeps every condition of the brief and ends within its limit${brief.total ? ` of ${quoted(brief.total.text)}` : ""}; ${goal} counts only if both hold.`,
    cedar: `Of ten people asked after the ${short}, nine say that ${first?.aim}; ${goal} tells whom to ask.`,
  });
}

function guardrails(desk: Desk): string {
  const { short } = desk.brief.subject;
  const [a, b] = limitsFor(desk);
  const sign = desk.matters[0]?.sign ?? "nobody can say what comes next";
  const stop = voice(desk, {
    atlas: `Work on the ${short} is looked at again from the drawing up when ${sign}.`,
    briar: `Work on the ${short} stops for a day as soon as ${sign}.`,
    cedar: `Whoever notices that ${sign} may stop the ${short}, without asking.`,
  });
  if (!a) return stop;
  return `${quoted(a)} ${voice(desk, {
    atlas: "is never traded for speed",
    briar: "is never bought off",
    cedar: "is nobody's to give away",
  })}${b ? `, nor is ${quoted(b)}` : ""}. ${stop}`;
}

function how(desk: Desk): string {
  const { short } = desk.brief.subject;
  return voice(desk, {
    atlas: `Numbers about the ${short} come from what is recorded anyway, never from a separate form; the same sheet serves ${ownerOf(desk.brief)} and everybody else.`,
    briar: `Each number about the ${short} is taken by somebody who does not profit from it, in the same way each time, and a missing number counts as a bad one.`,
    cedar: `Somebody asks, in person, and writes down the answer in the words that were used; for the ${short} ten answers a week are worth more than a chart.`,
  });
}
