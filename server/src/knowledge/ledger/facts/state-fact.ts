import { type Fact, formatFactValue, type ItemId, type ProjectId } from "@dialectic/contract";
import { AppError, type Tx } from "#platform";
import { buildBundle } from "../bundle/build-bundle.ts";
import type { LedgerCtx } from "../ctx.ts";
import { type BundleText, locateQuote, type QuoteFault } from "../evidence/locate-quote.ts";
import { supportsValue } from "../evidence/supports-value.ts";
import { type FactKey, type Registry, unknownKey } from "../registry/registry.ts";
import { addTurn } from "../turns/add-turn.ts";
import { findBundle } from "../turns/bundles.store.ts";
import type { ReadingContext } from "../values/mention.ts";
import { readValue, type Stored, type ValueRule } from "../values/typed-value.ts";
import { type FactRow, factsOfSlots } from "./facts.store.ts";
import { openChange } from "./open-change.ts";
import { readRegistry } from "./read-facts.ts";
import { toFact } from "./to-fact.ts";

/**
 * A value that a person stated in a message, with the person's own words. A model extracted the statement, so it is
 * verified against the message.
 */
export type Statement = {
  projectId: ProjectId;
  /** The item that the statement is about; null for the project. */
  itemId: ItemId | null;
  /** Identifies the message. Two statements from the same message share a bundle. */
  turnKey: string;
  sourceIds: readonly string[];
  /** The message as it was typed. */
  message: string;
  at: Date;
  key: string;
  value: unknown;
  quote: string;
};

export type CheckedStatement = { statement: string; quote: string; current: Fact | null };

/**
 * Previews the fact that the statement would become, and writes nothing. Throws if the message does not contain the
 * quote, if the quote does not state the value, or if the key does not accept the value.
 */
export async function checkStatement(ctx: LedgerCtx, input: Statement): Promise<CheckedStatement> {
  return ctx.db.tx(async (db) => {
    const { registry } = await readRegistry(db, input.projectId);
    const { key, current } = await findKey(db, registry, input);
    const bundle = buildBundle({
      ...emptyTurn,
      bundleId: "",
      items: [],
      scope: "project",
      chat: input.message,
      at: input.at,
    });
    const { value, quote } = verify(bundle, { ...input, key, current });
    return { statement: statementOf(key, value), quote, current: current ? toFact(current) : null };
  });
}

/**
 * Records what a person stated and confirmed: the fact is accepted with its quote, the previously accepted fact of the
 * key is superseded, and pending values of the key are rejected. If the same statement is repeated, returns the
 * existing fact.
 */
export async function acceptStatement(ctx: LedgerCtx, input: Statement): Promise<Fact> {
  const { projectId, itemId, turnKey, sourceIds, message, at } = input;
  return ctx.db.tx(async (db) => {
    const change = await openChange(db, { projectId, onFactsChanged: ctx.onFactsChanged });
    const { key, current, rivals } = await findKey(db, change.registry, input);
    const itemIds = itemId === null ? [] : [itemId];
    const turn = { ...emptyTurn, projectId, itemIds, sessionId: null, turnKey, sourceIds, chat: message, takenAt: at };
    const { bundleId } = await addTurn(db, { ownerId: change.ledger.owner_id, turn, findItems: ctx.findItems });
    const bundle = await findBundle(db, bundleId);
    if (!bundle) throw new AppError("internal", `Bundle ${bundleId} was just created but cannot be found.`);
    const { value, canonical, range, quote } = verify(bundle, { ...input, key, current });
    const known = rivals.find((fact) => fact.status === "accepted" && fact.canonical === canonical);
    if (known) return toFact(known);
    const why = { by: "user", reason: "confirmed-in-chat" } as const;
    if (!key.isList) {
      for (const rival of rivals.filter(({ status }) => status !== "accepted"))
        change.move(rival, "rejected", { ...why, act: "choose" });
      if (current) change.move(current, "superseded", { ...why, act: "supersede" });
    }
    const id = change.record(
      {
        ...{
          scope: key.scope,
          item_id: itemId,
          key: key.key,
          is_list: key.isList,
          value_type: key.type,
          value,
          canonical,
        },
        ...{ statement: statementOf(key, value), status: "accepted", source_kind: "user", confidence: 1 },
        ...{ review_reason: null, conflicts_with: null, parse_run_id: null },
        evidence: { bundle_id: bundleId, quote, quote_start: range.start, quote_end: range.end, section: "FREE_CHAT" },
      },
      { ...why, act: "accept", supersedes: key.isList ? undefined : current?.id },
    );
    const { facts } = await change.finish();
    const stated = facts.find((fact) => fact.id === id);
    if (!stated) throw new AppError("internal", `Fact ${id} was just recorded but cannot be found.`);
    return toFact(stated);
  });
}

const emptyTurn = {
  workStage: "planning",
  itemIds: [],
  selectedItemIds: [],
  questions: [],
  answers: [],
  agentOutput: "",
} as const;

const statementOf = ({ label }: FactKey, value: Stored): string => `${label}: ${formatFactValue(value)}`;

type Found = { key: FactKey; current: FactRow | undefined; rivals: FactRow[] };

async function findKey(db: Tx, registry: Registry, { projectId, itemId, key: name }: Statement): Promise<Found> {
  const key = registry.get(name);
  if (!key) throw unknownKey(registry, name);
  if (key.scope === "item" && itemId === null)
    throw new AppError(
      "invalid_input",
      `${name} is a key for items, not for the project. Say which item the statement is about.`,
    );
  if (key.scope === "project" && itemId !== null)
    throw new AppError("invalid_input", `${name} is a key for the project, not for items.`);
  const slots = [{ key: key.key, itemId }];
  const rivals = await factsOfSlots(db, { projectId, slots, statuses: ["accepted", "proposed", "conflict"] });
  return { key, rivals, current: key.isList ? undefined : rivals.find(({ status }) => status === "accepted") };
}

const quoteFaults: Record<QuoteFault, string> = {
  "empty-quote": "The quote is empty.",
  "quote-too-long": "The quote is too long: quote the words that state the value.",
  "quote-too-short":
    "The quote is too short to identify one place in the message: quote the words that state the value.",
  "broken-character": "The quote contains an incomplete character, such as half of an emoji. Quote whole characters.",
  "not-in-bundle": "The user did not write these words in this message. Quote the message exactly.",
  "not-evidence": "The user did not write these words in this message. Quote the message exactly.",
  ambiguous: "These words occur in more than one place in the message. Quote more of the words around them.",
};

type Verified = { value: Stored; canonical: string; range: { start: number; end: number }; quote: string };

function verify(bundle: BundleText, input: Omit<Statement, "key"> & Pick<Found, "key" | "current">): Verified {
  const { key, current, value: raw, at } = input;
  const located = locateQuote(bundle, { quote: input.quote, section: "FREE_CHAT" });
  if (!located.ok) throw new AppError("invalid_input", quoteFaults[located.fault]);
  const { range } = located;
  const says = (rule: ValueRule & { labels?: readonly string[] }, value: unknown) =>
    supportsValue(rule, value, bundle.text, range, reading);
  const reading: ReadingContext = { at, currency: currencyOf(current) };
  const read = readStated(key, raw, reading);
  if (!read.ok) {
    throw new AppError(
      "invalid_input",
      `${JSON.stringify(raw)} cannot be read as a value of ${key.key} (${key.type}).`,
    );
  }
  const labels = [key.label, key.key.replaceAll(/[._]/g, " ")];
  const isSaid =
    says({ ...key, labels }, raw) ||
    (isMoney(read.value) && read.value.currency === reading.currency && says({ type: "number" }, read.value.amount));
  if (!isSaid) throw new AppError("invalid_input", `The quoted words do not state ${formatFactValue(read.value)}.`);
  return { ...read, range, quote: bundle.text.slice(range.start, range.end) };
}

/** An amount without a currency is taken to be in the currency of the accepted fact: "change the budget to 150k". */
function readStated(key: FactKey, raw: unknown, reading: ReadingContext) {
  const read = readValue(key, raw, reading);
  if (read.ok || key.type !== "currency" || !reading.currency) return read;
  const amount = readValue({ type: "number" }, raw, reading);
  return amount.ok ? readValue(key, { amount: amount.value, currency: reading.currency }, reading) : read;
}

const isMoney = (value: unknown): value is { amount: number; currency: string } =>
  typeof value === "object" && value !== null && "amount" in value && "currency" in value;

const currencyOf = (fact: FactRow | undefined): string | undefined =>
  isMoney(fact?.value) ? fact.value.currency : undefined;
