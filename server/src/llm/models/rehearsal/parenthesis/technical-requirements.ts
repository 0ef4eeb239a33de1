import type { ArtifactWriter, Desk } from "../desk.ts";
import { firstThatFits, paragraph } from "../fit-words.ts";
import { ownerOf } from "../matter.ts";
import { quoted, sentence } from "../phrasing.ts";
import { isCondition } from "../synthesis/planned-requirements.ts";
import type { AgreedRequirement } from "./agreed-requirement.ts";
import { agreeOnRequirements } from "./agreed-requirements.ts";

/** Per requirement: interfaces, data, limits, failure, security, test, source. None may be left out, so a short budget shortens each. */
export const technicalRequirements: ArtifactWriter = (desk, { budget }) => {
  const agreed = agreeOnRequirements(desk);
  const all = (say: (desk: Desk, one: AgreedRequirement) => string) => () =>
    agreed.map((one) => paragraph(say(desk, one)));
  return firstThatFits(budget, [all(fullText), all(middleText), all(shortText)]);
};

function fullText(desk: Desk, one: AgreedRequirement): string {
  if (isCondition(one)) return conditionText(desk, one);
  const { short } = desk.brief.subject;
  const { matter } = one;
  return [
    ...headOf(desk, one),
    `- Interfaces: ${matter ? `${matter.need.what}, from ${matter.need.from}` : `everybody who works on the ${short}`}.`,
    `- Data: ${matter?.measure ?? `what shows that ${one.title} holds`}, recorded for ${quoted(matter?.brief ?? desk.brief.subject.title)}.`,
    `- Limits: ${matter?.limit ?? `the ${short} as the brief describes it`}.`,
    `- Failure: ${matter ? `when ${matter.sign}, ${matter.response}` : `stop and ask ${ownerOf(desk.brief)}`}.`,
    `- Security: ${security(one)}.`,
    `- Test: ${one.acceptance || matter?.check || "shown to somebody who did not make it"}.`,
    `- Source: ${originsOf(one)}.`,
  ].join("\n");
}

/** A condition is not made but kept, so its interfaces are people and its data a yes or no. */
function conditionText(desk: Desk, one: AgreedRequirement): string {
  const condition = one.title.replace(/^Fixed: /, "");
  return [
    ...headOf(desk, one),
    `- Interfaces: everybody who works on ${one.matter?.name ?? `the ${desk.brief.subject.short}`}.`,
    `- Data: yes or no, with a name and a day, for ${quoted(condition)}.`,
    `- Limits: no exception; only whoever wrote it can change ${quoted(condition)}.`,
    `- Failure: the part of the ${desk.brief.subject.short} that breaks it stops, and ${ownerOf(desk.brief)} is told the same day.`,
    "- Security: none",
    `- Test: ${one.acceptance || "it is read aloud and nobody knows an exception"}.`,
    `- Source: ${originsOf(one)}.`,
  ].join("\n");
}

function middleText(desk: Desk, one: AgreedRequirement): string {
  const { matter } = one;
  return [
    ...headOf(desk, one),
    `- Interfaces: ${matter?.need.from ?? ownerOf(desk.brief)}`,
    `- Data: ${matter?.measure ?? "one line a week"}`,
    `- Limits: ${quoted(matter?.brief ?? desk.brief.subject.title)}`,
    `- Failure: ${matter?.response ?? "stop and ask"}`,
    `- Security: ${security(one)}`,
    `- Test: ${one.acceptance || matter?.check || "shown to an outsider"}`,
    `- Source: ${originsOf(one)}`,
  ].join("\n");
}

function shortText(desk: Desk, one: AgreedRequirement): string {
  return `### ${one.id} ${one.title}\n\n- Test: ${one.acceptance || one.matter?.check || `signed by ${ownerOf(desk.brief)}`}`;
}

function headOf(desk: Desk, one: AgreedRequirement): string[] {
  const must = /\bmust\b/.test(one.statement)
    ? one.statement
    : `This must hold for the ${desk.brief.subject.short}: ${one.statement}`;
  return [`### ${one.id} ${one.title}`, "", sentence(must), ""];
}

const originsOf = (one: AgreedRequirement): string => one.origins.join(", ") || "the brief";

/** What could be misused, by the kind of work. */
const guards: Record<string, string> = {
  money: "two signatures above a tenth of the sum, and a list anybody concerned may read",
  order: "orders only from the list, confirmed in writing to a known address",
  agree: "the signed text is kept in two places and shown, not described",
  permit: "the permit hangs where an inspector would look for it",
  build: "nobody works alone, and whoever locks up signs for it",
  code: "changes are seen by a second pair of eyes, and rights are given by role",
  data: "copies are counted, kept closed and deleted on a named day",
  people: "telephone numbers and needs of people stay with one named person",
  hosting: "lists of names are not left lying about and are destroyed afterwards",
  transport: "keys and papers stay with the driver named on the list",
  operations: "whoever may switch is named, and every switch leaves a trace",
  test: "results are recorded by somebody who gains nothing by them",
};

function security(one: AgreedRequirement): string {
  return guards[one.matter?.kind ?? ""] ?? "what is decided is written where those concerned can read it";
}
