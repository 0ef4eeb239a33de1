import { createRequire } from "node:module";
import type { JobId } from "@dialectic/contract";
import { fitPrompt, type Ingredients } from "../../server/src/llm/context/index.ts";
import { termsOf } from "../../server/src/llm/models/index.ts";
import { newId } from "../../server/src/platform/index.ts";
import type { BenchMemory } from "../memory/open-memory.ts";
import { makeDocuments } from "./make-documents.ts";

type Tokenizer = { countTokens(text: string): number; clearMergeCache(): void };

/** The tokenizer library that the product depends on, without the product's changes. */
const alone: Tokenizer = createRequire(new URL("../../server/package.json", import.meta.url))(
  "gpt-tokenizer/encoding/o200k_base",
);

export type Round = {
  engine: string;
  tokensBefore: number;
  tokensAfter: number;
  shortened: number;
  tokenizeMs: number;
  coldMs: number;
  indexMs: number;
  warmMs: number;
};

export type Amounts = { tokens: number; limit: number; documents: number };

/**
 * Measures one new prompt: the unmodified tokenizer counts its tokens, then the product fits it twice. The second time is
 * what a prompt with the same documents costs when a stage writes its next document.
 */
export async function measureRound(memory: BenchMemory, amounts: Amounts, seed: number): Promise<Round> {
  const resourceDocuments = makeDocuments({ ...amounts, seed });
  const projectId = await memory.addProject();
  const tokenize = (): number => {
    alone.clearMergeCache(); // otherwise words that an earlier measurement cached would speed this one up
    const began = performance.now();
    for (const { text } of resourceDocuments) alone.countTokens(text);
    return performance.now() - began;
  };
  const before = tokenize();
  const fitOnce = async () => {
    const began = performance.now();
    const fitted = await fitPrompt(memory.ctx, tools, {
      ingredients: { ...asked, resourceDocuments },
      model: termsOf("openai/gpt-6-sol", { env: {}, dataDir: null }),
      maxOutputTokens: 1_000,
      contextWindow: amounts.limit + 1_000,
      factor: 1,
      purpose: "bench",
      projectId,
      chainId: newId<JobId>(),
      payer: null,
    });
    if (!fitted.ok || !fitted.receipt) throw new Error("The prompt was not shortened.");
    return { ...fitted, receipt: fitted.receipt, ms: performance.now() - began - fitted.indexMs };
  };
  alone.clearMergeCache();
  const cold = await fitOnce();
  const warm = await fitOnce();
  if (JSON.stringify(warm.messages) !== JSON.stringify(cold.messages))
    throw new Error("The second prompt differs from the first.");
  return {
    engine: memory.engine,
    tokensBefore: cold.receipt.tokensBefore,
    tokensAfter: cold.tokens,
    shortened: cold.receipt.parts.length,
    tokenizeMs: (before + tokenize()) / 2, // before and after, because the first measurement runs with colder caches
    coldMs: cold.ms,
    indexMs: cold.indexMs,
    warmMs: warm.ms,
  };
}

const tools = { approvalShare: 100 };

const asked: Ingredients = {
  systemInstruction: "Answer from the documents alone.",
  preamble: "A garden along the railway wants to know what to do about water, bees and the second track.",
  conversationHistory: [],
  resourceDocuments: [],
  currentUserPrompt: "Write down what was decided about the tank, who looks after it, and what speaks against it.",
};
