import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ContributionId, SessionId } from "@dialectic/contract";
import { sql } from "kysely";
import { countBy } from "#models";
import { addTemplates } from "#recipes";
import { askRehearsalModel } from "#rehearsed";
import { type EngineName, type PricedRequest, startPricedProvider, type TestApp, testApp } from "#test";
import { topUp } from "#wallet";

export const brief = readFileSync("examples/garden.md", "utf8");

const note = `
key: own-note
instructions: [thesis-role, rules]
steps:
  - key: note
    name: Note
    prompt: own-note
    strategy: per_model
    output: note
    artifacts: [{ title: Notes, words: 150, about: what one should keep in mind }]
`;
const merge = `
key: own-merge
instructions: [synthesis-role, rules]
steps:
  - key: merge
    name: Merge
    prompt: own-merge
    strategy: all_to_one
    inputs: [{ type: thesis, stage: thesis }, { type: note, stage: note }]
    output: merged
    oversize: combine
    artifacts: [{ title: Requirements, words: 300, about: what the result must do }]
`;
const process = `
key: own-merging
name: Merging
about: Proposals and notes, and all of them merged.
stages:
  - { key: thesis, name: Thesis, about: Each proposes., convergence: per_model, recipe: thesis }
  - { key: note, name: Note, about: Each notes., convergence: per_model, recipe: own-note }
  - { key: merge, name: Merge, about: One merges., convergence: single, recipe: own-merge }
transitions: [{ to: thesis }, { from: thesis, to: note }, { from: note, to: merge }]
`;
const domain = `
key: own-domain
name: Own
about: Own.
default: own-merging
processes: [own-merging]
overlay: {}
`;

/** A window that is too small for three theses of about 3,300 tokens each, but large enough for their combined text. */
const limits = { contextWindow: 18_500, maxOutputTokens: 7_000 };

export type Combining = {
  t: TestApp;
  models: string[];
  /** Returns the number of combining calls so far. */
  timesCombined(): number;
  /** A hook that runs before each answer. If it throws, the provider refuses the call. */
  beforeAnswer: { run: (asked: PricedRequest) => Promise<void> };
  /** Makes models give this text instead of their own answer, in as many requests as it needs. */
  instead: {
    text: (asked: PricedRequest) => Promise<string | undefined>;
    /**
     * The finish reason of every answer with this text. If undefined, it is `length` until the text is complete, then
     * `stop`.
     */
    finish?: "content_filter" | undefined;
    /** The length of each answer as a share of the output cap: 1, or more for a model that exceeds the cap. */
    share: number;
  };
  /** The cost of all answers so far, according to their reported usage. */
  charged(): bigint;
  texts(sessionId: SessionId): Promise<Text[]>;
  [Symbol.asyncDispose](): Promise<void>;
};

export type Text = {
  id: ContributionId;
  document_id: string;
  type: string;
  stage: string;
  model: string;
  path: string;
  prompt: string;
  markdown: string;
  chunks: number;
  sources: ContributionId[];
};

export const isCombining = ({ messages }: PricedRequest): boolean =>
  messages[0]?.content.includes('step="combine"') === true;

/** Answers as the rehearsal model of that name does. */
export const rehearsed = (request: PricedRequest) => askRehearsalModel(request.model, request);

/** The part of a text that follows what was already sent, up to the limit of one request. */
function nextOf(whole: string, { instructions, messages, maxOutputTokens }: PricedRequest, share: number) {
  const count = (text: string) => countBy("pieces", text);
  const said = messages
    .filter(({ role }) => role === "assistant")
    .reduce((sum, { content }) => sum + content.length, 0);
  const rest = whole.slice(said);
  let { length } = rest;
  while (count(rest.slice(0, length)) > share * maxOutputTokens) length = Math.floor(length * 0.98);
  const text = rest.slice(0, length);
  const inputTokens = messages.reduce((sum, { content }) => sum + count(content), count(instructions));
  const usage = { inputTokens, outputTokens: count(text) };
  return { text, finishReason: length < rest.length ? "length" : "stop", usage };
}

/**
 * The app with three priced rehearsal models. Their windows are small, and they refuse a prompt that is even one token too
 * long.
 */
export async function setupCombining(engine: EngineName): Promise<Combining> {
  let timesCombined = 0;
  let charged = 0n;
  const beforeAnswer = { run: async (_: PricedRequest) => {} };
  const instead: Combining["instead"] = { text: async () => undefined, share: 1 };
  const provider = await startPricedProvider({
    async answer(request) {
      if (isCombining(request)) timesCombined += 1;
      await beforeAnswer.run(request);
      const whole = await instead.text(request);
      const { text, finishReason, usage } =
        whole === undefined ? await rehearsed(request) : nextOf(whole, request, instead.share);
      const tokens = usage.inputTokens + request.maxOutputTokens;
      if (tokens > limits.contextWindow) throw new Error(`${tokens} tokens do not fit the window.`);
      charged += BigInt(usage.inputTokens + 5 * usage.outputTokens);
      const isInstead = whole !== undefined && instead.finish !== undefined;
      const ending = isInstead ? instead.finish : finishReason === "length" ? "length" : "stop";
      return { text, finishReason: ending ?? "stop", usage };
    },
  });
  const t = await testApp(engine, { env: { DIALECTIC_APPROVAL_SHARE: "100" } });
  provider.listIn(t.dataDir);
  const prices = {
    input: 1_000_000,
    cachedInput: 100_000,
    cacheWrite: 1_250_000,
    output: 5_000_000,
    reasoning: 5_000_000,
  };
  const entries = provider.models.map((id) => ({ id, ...limits, tokenizer: "pieces", prices }));
  writeFileSync(join(t.dataDir, "models.json"), JSON.stringify({ models: entries }));
  await addTemplates(t.ctx, {
    files: [
      { path: "prompts/own-merge.md", text: "Merge {{documents}} into one list of requirements." },
      { path: "prompts/own-note.md", text: "Write down what one should keep in mind." },
      { path: "recipes/own-merge.yaml", text: merge },
      { path: "recipes/own-note.yaml", text: note },
      { path: "processes/own-merging.yaml", text: process },
      { path: "domains/own-domain.yaml", text: domain },
    ],
  });
  await topUp({ db: t.ctx.db }, { amount: 50_000_000n, key: "test" });
  return {
    t,
    models: provider.models,
    beforeAnswer,
    instead,
    timesCombined: () => timesCombined,
    charged: () => charged,
    async texts(sessionId) {
      const { rows } = await t.ctx.db.tx((db) =>
        sql<Text>`
          select c.id, d.id as document_id, c.output_type as type, c.stage, c.model, d.path, c.prompt, d.markdown, d.chunks,
            array(select s.source_id from contribution_sources s where s.contribution_id = c.id order by s.position) as sources
          from contributions c
          join documents d on d.contribution_id = c.id and d.kind = 'whole'
          where c.session_id = ${sessionId}
          order by c.created_at, c.id`.execute(db),
      );
      return rows;
    },
    async [Symbol.asyncDispose]() {
      await t[Symbol.asyncDispose]();
      await provider[Symbol.asyncDispose]();
    },
  };
}
