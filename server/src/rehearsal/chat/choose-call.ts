import { datesIn } from "../brief/figures.ts";
import { shared, wordsOf } from "../shaped/source.ts";
import type { ToolAnswer } from "../shaped/tool-results.ts";

/** A tool and its arguments. The caller encodes the arguments. */
export type ChosenCall = { name: string; input: Record<string, unknown> };

type Rule = (query: string, found: readonly ToolAnswer[]) => ChosenCall | null;

/**
 * Chooses the tool that a question in a conversation needs next; null if the results so far answer the question. The first
 * rule whose tool is offered decides. A second tool is called only if it needs the result of the first.
 */
export function chooseCall(
  query: string,
  offered: ReadonlySet<string>,
  found: readonly ToolAnswer[],
): ChosenCall | null {
  for (const rule of rules) {
    const call = rule(query, found);
    if (call && offered.has(call.name)) return found.some(({ name }) => name === call.name) ? null : call;
  }
  return null;
}

const when =
  (pattern: RegExp, call: (match: RegExpExecArray) => ChosenCall): Rule =>
  (query) => {
    const match = pattern.exec(query);
    return match ? call(match) : null;
  };

const rules: readonly Rule[] = [
  when(/^\s*(?:sql:\s*)?(select\s[\s\S]+)$/i, ([, sql = ""]) => ({
    name: "query_project",
    input: { sql: sql.slice(0, 10_000) },
  })),
  when(/\b(?:regenerate|redo|rewrite)\b[^.!?]*\b(?:stale|everything|all)\b/i, () => ({
    name: "regenerate_stale",
    input: {},
  })),
  regenerate,
  stateFact,
  when(/\badd (?:an? |the )?item (?:called |named )?["“]?([^"”\n.!?]{1,200})/i, ([, name = ""]) => ({
    name: "add_item",
    input: { name: name.trim() },
  })),
  when(/\b(?:list|which|what) (?:the |are the )?items\b/i, () => ({ name: "read_item", input: {} })),
  when(/\bC(\d{1,6})\b/, ([, number]) => ({ name: "explain_claim", input: { claim: `C${number}` } })),
  when(/\bF(\d{1,9})\b/, ([, number]) => ({ name: "explain_fact", input: { fact: `F${number}` } })),
  when(/\bmessage (\d+)\b/i, ([, number]) => ({ name: "read_message", input: { number: Number(number) } })),
  when(
    /\b(?:start|run|generate|begin)\b[^.!?]*\b(thesis|antithesis|synthesis|parenthesis|paralysis)\b/i,
    ([, stage = ""]) => ({
      name: "start_stage",
      input: { stage: stage.toLowerCase() },
    }),
  ),
  when(/\bpause\b[^.!?]*\b(thesis|antithesis|synthesis|parenthesis|paralysis)\b/i, ([, stage = ""]) => ({
    name: "pause_stage",
    input: { stage: stage.toLowerCase() },
  })),
  when(/\b(?:wallet|balance|money (?:is )?left)\b/i, () => ({ name: "read_wallet", input: {} })),
  when(/\b(?:how far|progress|status|which stage)\b/i, () => ({ name: "inspect_session", input: {} })),
  when(/\b(?:list|which|what) (?:the |are the )?documents\b/i, () => ({ name: "list_documents", input: {} })),
  when(/\b(?:list|which|what) (?:the |are the )?files\b/i, () => ({ name: "list_files", input: {} })),
  when(/\bread (?:the )?file (\S+?)[.!?]?(?:\s|$)/i, ([, path]) => ({ name: "read_file", input: { path } })),
  when(/\b(?:budget|deadline|facts?|known|decided)\b/i, ({ input }) => ({
    name: "search_facts",
    input: { query: input.slice(0, 2_000) },
  })),
  when(/\?|\b(?:find|search|what|who|when|where|why|how|which|tell|explain|about)\b/i, ({ input }) => ({
    name: "search",
    input: { query: input.slice(0, 2_000) },
  })),
];

/**
 * "Regenerate the milestones with that": finds the document by the words of its title; if several match, the newest.
 */
function regenerate(query: string, found: readonly ToolAnswer[]): ChosenCall | null {
  if (!/\b(?:regenerate|redo|rewrite)\b/i.test(query)) return null;
  const listed = found.find(({ name }) => name === "list_documents");
  if (!listed) return { name: "list_documents", input: {} };
  const asked = wordsOf(query);
  const documents = [...listed.text.matchAll(/^([0-9a-f-]{36}): (.+) \([^)]*\)$/gm)].map(([, id = "", title = ""]) => ({
    id,
    score: shared(wordsOf(title), asked),
  }));
  const best = documents.reduce((one, other) => (other.score >= one.score ? other : one), { id: "", score: 1 });
  return best.id === "" ? null : { name: "regenerate_document", input: { documentId: best.id } };
}

const longestQuote = 250;
const sum =
  /(?:[$€£₪]\s?)?\d[\d.,]*(?:\s?(?:k|m|million|thousand)\b)?(?:\s?(?:EUR|USD|GBP|ILS|CHF|dollars|euros|pounds|[€£₪$]))?/i;
const subjects: readonly { words: RegExp; key: string; value(sentence: string): string | undefined }[] = [
  {
    words: /\bbudget\b/i,
    key: "project.budget.total",
    value: (sentence) => sum.exec(sentence)?.[0].replace(/[.,]+$/, ""),
  },
  {
    words: /\b(?:deadline|due|finished by)\b/i,
    key: "project.timeline.deadline",
    value: (sentence) => datesIn(sentence)[0],
  },
  { words: /\b(?:starts?|begins?)\b/i, key: "project.timeline.start", value: (sentence) => datesIn(sentence)[0] },
  {
    words: /\b(?:guests|people|visitors|users)\b/i,
    key: "project.summary.audience_size",
    value: (sentence) => /\d[\d,]*/.exec(sentence)?.[0],
  },
];

/**
 * "Change the budget to 150k": finds a sentence that states a value, and quotes it verbatim. A question states no value.
 */
function stateFact(query: string): ChosenCall | null {
  for (const sentence of query.split(/(?<=[.!?])\s+|\n+/)) {
    const quote = sentence.trim();
    if (
      quote.length > longestQuote ||
      quote.endsWith("?") ||
      !/\b(?:change|set|raise|lower|increase|reduce|cut|move|make|is|are|of|now)\b/i.test(quote)
    )
      continue;
    for (const { words, key, value } of subjects) {
      const stated = words.test(quote) ? value(quote) : undefined;
      if (stated !== undefined) return { name: "propose_fact", input: { key, value: stated, quote } };
    }
  }
  return null;
}
