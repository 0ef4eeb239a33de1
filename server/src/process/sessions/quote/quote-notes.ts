import type { ListedTerms, ModelTerms } from "#models";
import type { QuotedCall } from "./estimate-call.ts";

/** What a reader should know of a quote's figures, a sentence or two each. */
export function quoteNotes(
  {
    terms,
    leadModel,
    continuations,
  }: { terms: readonly ListedTerms[]; leadModel: string | null; continuations: number },
  quoted: readonly QuotedCall[],
): string[] {
  const calls = quoted.flatMap(({ stage, variants }) => variants.map((one) => ({ ...one, stage })));
  const paid = terms.filter(({ prices }) => prices !== null);
  return [
    ...freeNotes(terms),
    ...priceNotes(paid),
    ...(leadModel === null && terms.length > 1 && paid.length > 0 ? [openLead] : []),
    ...terms.flatMap(({ why }) => why ?? []),
    ...windowNotes(calls),
    ...capNotes(calls, continuations + 1),
    ...(paid.length > 0 ? rangeNotes(terms) : []),
  ];
}

const openLead =
  "Who leads is decided by the critics' scores; the price reckons with the dearest. Choose a lead to know it beforehand.";

type Call = QuotedCall["variants"][number] & { stage: string };

function freeNotes(terms: readonly ModelTerms[]): string[] {
  const free = terms.filter(({ prices }) => prices === null).map(({ id }) => id);
  if (free.length === 0) return [];
  if (free.every((id) => id.startsWith("rehearsal/"))) return ["Rehearsal models cost nothing."];
  return [`${listed(free)}: free of charge.`];
}

function priceNotes(paid: readonly ModelTerms[]): string[] {
  const byDay = Map.groupBy(paid, ({ noted }) => noted);
  return [...byDay].map(([noted, models]) => {
    const names = listed(models.map(({ id }) => id));
    if (noted === null) return `The prices of ${names} are your own, from models.json.`;
    return `The prices of ${names} were noted on ${noted}. Providers change them.`;
  });
}

/** The largest prompt of each model that its window does not hold: documents can be shortened, a brief cannot. */
function windowNotes(calls: readonly Call[]): string[] {
  const tooLarge = calls.filter(({ reads, cap, draft }) => reads.expected + cap > draft.writer.contextWindow);
  return [...Map.groupBy(tooLarge, ({ draft }) => draft.writer.id)].map(([id, own]) => {
    const refused = own.filter(({ fixed, cap, draft }) => fixed.expected + cap > draft.writer.contextWindow);
    const concerned = refused.length > 0 ? refused : own;
    const worst = concerned.reduce((a, b) => (b.reads.expected > a.reads.expected ? b : a));
    const first = concerned[0] ?? worst;
    const tokens = `about ${round(worst.reads.expected)} tokens with ${worst.cap} for the answer`;
    const told = `${id} has a window of ${worst.draft.writer.contextWindow} tokens, and from ${first.stage} on a prompt has ${tokens}`;
    if (refused.length === 0 && worst.mayCombine) return `${told}: its inputs will be combined first.`;
    if (refused.length === 0) return `${told}: what matters least in it will be shortened, and a receipt says what.`;
    const will = refused.some(({ fixed, draft }) => fixed.low > draft.writer.contextWindow) ? "will" : "may well";
    return `${told}: it ${will} be refused. Shorten the brief, or choose a model with a larger window.`;
  });
}

function capNotes(calls: readonly Call[], turns: number): string[] {
  const stages = new Set(calls.filter(({ isCutShort }) => isCutShort).map(({ stage }) => stage));
  if (stages.size === 0) return [];
  const caps = calls.filter(({ isCutShort }) => isCutShort).map(({ cap }) => cap);
  return [
    `At ${Math.min(...caps)} tokens a turn and ${turns === 1 ? "one turn" : `${turns} turns`}, documents of ${listed([...stages])} will be cut off: allow more tokens or continuations.`,
  ];
}

function rangeNotes(terms: readonly ModelTerms[]): string[] {
  const notes = [
    "The high price is what the limits allow: every answer at its cap, in every turn it may take. A smaller output cap lowers it.",
    "What a model thinks before it answers is in the high price, not in the expected one.",
  ];
  if (new Set(terms.map(({ tokenizer }) => tokenizer)).size > 1) {
    notes.push("Models count tokens differently; the high price allows for that in what they read of each other.");
  }
  return notes;
}

const listed = (names: readonly string[]): string => names.join(", ");
const round = (tokens: number): number => Math.round(tokens / 100) * 100;
