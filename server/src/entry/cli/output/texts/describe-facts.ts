import {
  type Bundle,
  type BundleSummary,
  type Fact,
  type FactAction,
  type FactEvent,
  type FactKeyInfo,
  type FactNote,
  type FactWhy,
  formatDollars,
  type LedgerSettings,
  type ParseRun,
} from "@dialectic/contract";
import { table } from "../table.ts";

/** One line per fact: number, status, statement, and why it waits for a decision. */
export const describeFacts = (facts: readonly Fact[]): string =>
  facts.length === 0 ? "No facts were found." : facts.map(lineOf).join("\n");

function lineOf({ number, status, itemName, statement, source, reviewReason }: Fact): string {
  const why = reviewReason ? ` (${reviewReason.replaceAll("-", " ")})` : "";
  const model = source === "agent" ? ", written by a model" : "";
  const about = itemName === null ? "" : `${oneLine(itemName)}: `;
  return `F${number}  ${status}  ${about}${oneLine(statement)}${model}${why}`;
}

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

export function describeFact(fact: Fact): string {
  const said = fact.evidence ? `"${oneLine(fact.evidence.quote)}"` : "set by hand";
  return `${lineOf(fact)}\n    ${fact.key}: ${said}`;
}

/**
 * Limits the context of a quote to the section of the turn that contains the quote. Sections begin with a heading, such as
 * [FREE_CHAT].
 */
const withinPart = (text: string): string =>
  text.replace(/^[\s\S]*\[[A-Z]+_[A-Z]+\](?=\n)/, "").replace(/\n\[[A-Z]+_[A-Z]+\]\n[\s\S]*$/, "");

export function describeWhy({ fact, context, events, chain, conflicts }: FactWhy): string {
  const place = context
    ? `\n\n…${oneLine(withinPart(context.before)).slice(-80)} >>${oneLine(context.quote)}<< ${oneLine(withinPart(context.after)).slice(0, 80)}…`
    : "";
  const list = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? "" : `\n\n${title}\n${lines.join("\n")}`;
  return [
    describeFact(fact),
    place,
    list("It replaced:", chain.map(describeFact)),
    list("It is contradicted by:", conflicts.map(describeFact)),
    list("What happened:", events.map(eventLine)),
  ].join("");
}

/** The line begins with the number of the action, which "facts undo" accepts. */
const eventLine = ({ action, number, statement, act, by, from, to, reason, at, evidence }: FactEvent): string =>
  `${action}  ${at}  F${number}  ${oneLine(statement)}  ${act} by ${by === "user" ? "a person" : "the rules"}: ${from === to || from === null ? to : `${from} to ${to}`}${
    reason ? ` (${oneLine(reason).replaceAll("-", " ")})` : ""
  }${evidence ? `  "${oneLine(evidence.quote)}"` : ""}`;

export const describeEvents = (events: readonly FactEvent[]): string =>
  events.length === 0 ? "Nothing has happened yet." : events.map(eventLine).join("\n");

export const describeAction = ({ action, facts }: FactAction, project = "PROJECT"): string =>
  action === null
    ? "Nothing had to change."
    : `${describeFacts(facts)}\nUndo it with "facts undo ${project} ${action}".`;

/** The facts that were accepted at a given moment. A fact that is no longer accepted is shown with its present status. */
export const describeAsOf = (facts: readonly Fact[]): string =>
  facts.length === 0
    ? "Nothing was accepted then."
    : facts
        .map(
          (fact) =>
            `${lineOf({ ...fact, status: "accepted" })}${fact.status === "accepted" ? "" : `, ${fact.status} since`}`,
        )
        .join("\n");

export const describeBundles = (bundles: readonly BundleSummary[]): string =>
  bundles.length === 0
    ? "There are no turns yet."
    : bundles
        .map(
          ({ id, takenAt, sourceType, status, spend }) =>
            `${id}  ${takenAt}  ${sourceType}  ${status ?? "not read by a model"}${spend === "0" ? "" : `  ${formatDollars(spend)}`}`,
        )
        .join("\n");

export function describeBundle({ text, runs, notes }: Bundle): string {
  const read = runs.map(describeRun).join("\n") || "This turn has not been read yet.";
  const refused = notes.map((note) => `- ${noteLine(note)}`).join("\n");
  return [text.trimEnd(), read, ...(refused ? [`Not made into facts:\n${refused}`] : [])].join("\n\n");
}

const mostOfOperation = 200;

/**
 * The reason, followed by the quote of a verified statement or, for any other statement, by the operation that was refused.
 */
function noteLine({ kind, reason, evidence, operation }: FactNote): string {
  const said = evidence ? `"${oneLine(evidence.quote)}"` : JSON.stringify(operation).slice(0, mostOfOperation);
  return `${kind}: ${reason.replaceAll("-", " ")}  ${said}`;
}

export const describeNotes = (notes: readonly FactNote[]): string =>
  notes.length === 0
    ? "No statements were found."
    : notes.map((note) => `${noteLine(note)}\n    ${note.id}`).join("\n");

export const describeKeys = (keys: readonly FactKeyInfo[]): string =>
  table(
    ["key", "label", "value", ""],
    keys.map(({ key, label, type, unitFamily, options, isList, isHighRisk, isOwn }) => [
      key,
      label,
      [type, ...(unitFamily ? [`(${unitFamily})`] : []), ...(options ? [`of ${options.join(", ")}`] : [])].join(" "),
      [...(isList ? ["list"] : []), ...(isHighRisk ? ["high risk"] : []), ...(isOwn ? ["added"] : [])].join(", "),
    ]),
  );

export function describeRun({ id, status, source, model, stats, spend }: ParseRun): string {
  const counts = stats
    ? `: ${stats.operations} operations, ${stats.accepted} accepted, ${stats.proposed} proposed, ${stats.conflicts} in conflict, ${stats.refused} refused`
    : "";
  const cost = spend === "0" ? "" : ` It cost ${formatDollars(spend)}.`;
  return `Run ${id} (${model ?? source}) is ${status}${counts}.${cost}`;
}

export function describeSettings({ extractor, rehearsal, documents, model }: LedgerSettings): string {
  if (extractor === null) return "No model reads this project's turns.";
  if (model === null) {
    const offline = rehearsal ? "" : " other than a rehearsal model (--rehearsal on lets it read)";
    return `No model reads this project's turns: its newest session has no model${offline}. Start a session, or choose a model.`;
  }
  const what = documents ? "what people say and the documents that models write" : "what people say";
  return `${model} reads ${what} in this project${extractor === "auto" ? " (chosen automatically)" : ""}.`;
}
