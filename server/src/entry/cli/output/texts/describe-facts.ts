import {
  type Bundle,
  type BundleSummary,
  type Fact,
  type FactAction,
  type FactEvent,
  type FactWhy,
  formatDollars,
  type LedgerSettings,
  type ParseRun,
} from "@dialectic/contract";

/** One line per fact: number, status, statement, and why it waits for a decision. */
export const describeFacts = (facts: readonly Fact[]): string =>
  facts.length === 0 ? "There are no such facts." : facts.map(lineOf).join("\n");

function lineOf({ number, status, statement, source, reviewReason }: Fact): string {
  const why = reviewReason ? ` (${reviewReason.replaceAll("-", " ")})` : "";
  const model = source === "agent" ? ", written by a model" : "";
  return `F${number}  ${status}  ${oneLine(statement)}${model}${why}`;
}

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

export function describeFact(fact: Fact): string {
  const said = fact.evidence ? `"${oneLine(fact.evidence.quote)}"` : "set by hand";
  return `${lineOf(fact)}\n    ${fact.key}: ${said}`;
}

/** A turn has parts with headings, such as [FREE_CHAT]: what is around a quote in another part is not its context. */
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

const eventLine = ({ seq, act, by, from, to, reason, at, evidence }: FactEvent): string =>
  `${seq}  ${at}  ${act} by ${by === "user" ? "a person" : "the rules"}: ${from === to || from === null ? to : `${from} to ${to}`}${
    reason ? ` (${oneLine(reason).replaceAll("-", " ")})` : ""
  }${evidence ? `  "${oneLine(evidence.quote)}"` : ""}`;

export const describeEvents = (events: readonly FactEvent[]): string =>
  events.length === 0 ? "Nothing has happened yet." : events.map(eventLine).join("\n");

export const describeAction = ({ action, facts }: FactAction): string =>
  action === null ? "Nothing had to change." : `${describeFacts(facts)}\nUndo it with "facts undo PROJECT ${action}".`;

export const describeBundles = (bundles: readonly BundleSummary[]): string =>
  bundles.length === 0
    ? "There are no turns yet."
    : bundles
        .map(
          ({ id, takenAt, sourceType, status, spend }) =>
            `${id}  ${takenAt}  ${sourceType}  ${status ?? "not read"}${spend === "0" ? "" : `  ${formatDollars(spend)}`}`,
        )
        .join("\n");

export function describeBundle({ text, runs, notes }: Bundle): string {
  const read = runs.map(describeRun).join("\n") || "It was not read yet.";
  const refused = notes.map(({ kind, reason }) => `- ${kind}: ${reason.replaceAll("-", " ")}`).join("\n");
  return [text.trimEnd(), read, ...(refused ? [`Not made into facts:\n${refused}`] : [])].join("\n\n");
}

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
    return `No model reads this project's turns: its newest session has none${offline}. Start a session, or choose a model.`;
  }
  const what = documents ? "what people say and the documents that models write" : "what people say";
  return `${model} reads ${what} in this project${extractor === "auto" ? " (chosen automatically)" : ""}.`;
}
