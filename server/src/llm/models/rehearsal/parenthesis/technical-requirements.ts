import type { ArtifactWriter, Desk } from "../desk.ts";
import { type Block, firstThatFits, paragraph } from "../fit-words.ts";
import { ownerOf } from "../matter.ts";
import { quoted, sentence } from "../phrasing.ts";
import { type AgreedRequirement, agreeOnRequirements, isCondition } from "./agreed-requirements.ts";

/** Per requirement: interfaces, data, limits, failure, security, test. None may be left out, so a short budget shortens each. */
export const technicalRequirements: ArtifactWriter = (desk, { budget }) => {
  const agreed = agreeOnRequirements(desk);
  return firstThatFits(budget, [
    () => agreed.map((one) => paragraph(fullText(desk, one))),
    () => agreed.map((one) => paragraph(middleText(desk, one))),
    () => agreed.map((one) => shortText(desk, one)),
  ]);
};

function fullText(desk: Desk, one: AgreedRequirement): string {
  if (isCondition(one)) return conditionText(desk, one);
  const { short } = desk.brief.subject;
  const { matter } = one;
  return [
    heading(one),
    "",
    sentence(`${one.statement.replace(/\.$/, "")} (${originsOf(one)})`),
    "",
    `- Interfaces: ${matter ? `${matter.need.what}, from ${matter.need.from}` : `everybody who works on the ${short}`}.`,
    `- Data: ${matter?.measure ?? `what shows that ${one.title} holds`}, recorded for ${quoted(matter?.brief ?? desk.brief.subject.title)}.`,
    `- Limits: ${matter?.limit ?? `the ${short} as the brief describes it`}.`,
    `- Failure: ${matter ? `when ${matter.sign}, ${matter.response}` : `stop and ask ${ownerOf(desk.brief)}`}.`,
    `- Security: ${security(desk, one)}.`,
    `- Test: ${one.acceptance || matter?.check || "shown to somebody who did not make it"}.`,
  ].join("\n");
}

/** A condition is not made but kept, so its interfaces are people and its data a yes or no. */
function conditionText(desk: Desk, one: AgreedRequirement): string {
  const condition = one.title.replace(/^Fixed: /, "");
  return [
    heading(one),
    "",
    `- Interfaces: everybody who works on ${one.matter?.name ?? `the ${desk.brief.subject.short}`} (${originsOf(one)}).`,
    `- Data: yes or no, with a name and a day, for ${quoted(condition)}.`,
    `- Limits: no exception, not even a small one; only whoever wrote the brief can change it.`,
    `- Failure: the part that breaks it stops, and ${ownerOf(desk.brief)} is told the same day.`,
    `- Security: the answer is recorded by somebody who does not gain by ${quoted(condition)} being forgotten.`,
    `- Test: ${one.acceptance || "it is read aloud and nobody knows an exception"}.`,
  ].join("\n");
}

function middleText(desk: Desk, one: AgreedRequirement): string {
  if (isCondition(one)) return shortText(desk, one).text;
  const { matter } = one;
  return [
    heading(one),
    "",
    `- Interfaces: ${matter?.need.from ?? ownerOf(desk.brief)}. Data: ${matter?.measure ?? "one line a week"}.`,
    `- Limits: ${quoted(matter?.brief ?? desk.brief.subject.title)}. Failure: ${matter?.response ?? "stop and ask"}.`,
    `- Security: ${security(desk, one)}. Test: ${one.acceptance || matter?.check || "shown to an outsider"}.`,
  ].join("\n");
}

function shortText(desk: Desk, one: AgreedRequirement): Block {
  return paragraph(
    `${heading(one)}\n\nTest: ${one.acceptance || one.matter?.check || `signed by ${ownerOf(desk.brief)}`}.`,
  );
}

const heading = (one: AgreedRequirement): string => `## ${one.id} ${one.title}`;

const originsOf = (one: AgreedRequirement): string => one.origins.join(", ") || "from the brief";

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

function security(desk: Desk, one: AgreedRequirement): string {
  const guard = guards[one.matter?.kind ?? ""] ?? "what is decided is written where those concerned can read it";
  return `${guard}; for the ${desk.brief.subject.short} that is up to ${ownerOf(desk.brief)}`;
}
