import type { ListedTerms, ModelTerms } from "#models";
import type { QuotedCall } from "./estimate-call.ts";

/** Notes on a quote's figures, of one or two sentences each. */
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
  "The critics' scores decide which model leads; the price assumes the most expensive one. Choose a lead model for an exact price.";

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
    return `The prices of ${names} are from ${noted}. Providers change their prices.`;
  });
}

/** For each model, a note on the largest prompt that exceeds its window. Documents can be shortened; a brief cannot. */
function windowNotes(calls: readonly Call[]): string[] {
  const tooLarge = calls.filter(({ reads, cap, draft }) => reads.expected + cap > draft.writer.contextWindow);
  return [...Map.groupBy(tooLarge, ({ draft }) => draft.writer.id)].map(([id, own]) => {
    const refused = own.filter(({ fixed, cap, draft }) => fixed.expected + cap > draft.writer.contextWindow);
    const concerned = refused.length > 0 ? refused : own;
    const worst = concerned.reduce((a, b) => (b.reads.expected > a.reads.expected ? b : a));
    const first = concerned[0] ?? worst;
    const tokens = `about ${round(worst.reads.expected)} tokens with ${worst.cap} for the answer`;
    const told = `${id} has a window of ${worst.draft.writer.contextWindow} tokens, and from the ${first.stage} stage onwards, a prompt has ${tokens}`;
    if (refused.length === 0 && worst.mayCombine) return `${told}: its inputs will be combined first.`;
    if (refused.length === 0) return `${told}: its least important parts will be shortened, and a receipt lists them.`;
    const will = refused.some(({ fixed, draft }) => fixed.low > draft.writer.contextWindow) ? "will" : "may well";
    return `${told}: it ${will} be refused. Shorten the brief, or choose a model with a larger window.`;
  });
}

function capNotes(calls: readonly Call[], requests: number): string[] {
  const stages = new Set(calls.filter(({ isCutShort }) => isCutShort).map(({ stage }) => stage));
  if (stages.size === 0) return [];
  const caps = calls.filter(({ isCutShort }) => isCutShort).map(({ cap }) => cap);
  return [
    `With ${Math.min(...caps)} tokens per answer and ${requests === 1 ? "one answer" : `${requests} answers`} per document, documents of ${listed([...stages])} will be cut off. Allow more tokens or continuations.`,
  ];
}

function rangeNotes(terms: readonly ModelTerms[]): string[] {
  const notes = [
    "The high price is what the limits allow: every answer at its cap, with every continuation. A smaller output cap lowers it.",
    "Thinking before an answer is included in the high price, not in the expected one.",
  ];
  if (new Set(terms.map(({ tokenizer }) => tokenizer)).size > 1) {
    notes.push("Models count tokens differently; the high price allows for that.");
  }
  return notes;
}

const listed = (names: readonly string[]): string => names.join(", ");
const round = (tokens: number): number => Math.round(tokens / 100) * 100;
