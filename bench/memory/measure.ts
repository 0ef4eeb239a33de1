import {
  type Hit,
  indexText,
  indexTurns,
  type Scope,
  type Search,
  searchMemory,
} from "../../server/src/llm/memory/index.ts";
import { newId } from "../../server/src/platform/index.ts";
import { percentile, rounded } from "../statistics.ts";
import type { BenchMemory } from "./open-memory.ts";
import type { DataSet, Group } from "./read-data.ts";
import { mean, ndcgAt, recallAt } from "./score.ts";

/** What is compared, and how the product is asked for it. */
const methods: Record<string, Pick<Search, "method" | "diverse" | "around">> = {
  bm25: { method: "bm25" },
  window: { method: "window" },
  vectors: { method: "vectors" },
  fusion: { method: "fusion" },
  "fusion+mmr": { method: "fusion", diverse: true },
  "mmr+around": { method: "fusion", diverse: true, around: true },
};

export type Row = {
  data: string;
  engine: string;
  method: string;
  indexMs: number;
  /** What indexing took beside what the database takes to split the same texts into words and write them down. */
  indexToSplit: number;
  recall5: number;
  recall10: number;
  recall25: number;
  ndcg10: number;
  p50Ms: number;
  p95Ms: number;
};

/** Enough that 25 texts are among them, though several passages may be of one text. */
const limit = 60;

/** Indexes a data set with the product's own verbs, and asks every question by every method. */
export async function measure(memory: BenchMemory, data: DataSet, tell: (line: string) => void): Promise<Row[]> {
  const started = performance.now();
  const scopes = new Map<string, Scope>();
  for (const group of data.groups) scopes.set(group.name, await indexGroup(memory, group));
  const indexMs = performance.now() - started;
  const ratio = rounded(indexMs / (await memory.splitWords()));
  tell(
    `${memory.engine}: ${data.name} indexed in ${rounded(indexMs / 1000)} s, ${ratio} times what splitting it into words takes.`,
  );
  await memory.settle();
  tell(`${memory.engine}: ${data.name} embedded after ${seconds(started)} s.`);
  const rows: Row[] = [];
  for (const [method, asked] of Object.entries(methods)) {
    const answers: { ranked: string[]; answers: string[]; ms: number }[] = [];
    for (const question of data.questions) {
      const scope = scopes.get(question.group) ?? {};
      const before = performance.now();
      const hits = await searchMemory(memory.ctx, { questions: [question.text], scope, limit, ...asked });
      const ms = performance.now() - before;
      answers.push({ ranked: [...new Set(hits.map(idOf))], answers: question.answers, ms });
    }
    const at = (k: number) => rounded(mean(answers.map((one) => recallAt(k, one.ranked, one.answers))));
    rows.push({
      data: data.name,
      engine: memory.engine,
      method,
      indexMs: rounded(indexMs),
      indexToSplit: ratio,
      recall5: at(5),
      recall10: at(10),
      recall25: at(25),
      ndcg10: rounded(mean(answers.map((one) => ndcgAt(10, one.ranked, one.answers)))),
      p50Ms: rounded(
        percentile(
          answers.map(({ ms }) => ms),
          0.5,
        ),
      ),
      p95Ms: rounded(
        percentile(
          answers.map(({ ms }) => ms),
          0.95,
        ),
      ),
    });
  }
  return rows;
}

const seconds = (since: number): string => ((performance.now() - since) / 1000).toFixed(1);

/** A text's id as the data set has it: the turn, or the document of its own. */
const idOf = (hit: Hit): string => hit.ref ?? hit.source.replace(/^text:/, "");

async function indexGroup(memory: BenchMemory, group: Group): Promise<Scope> {
  const dated = group.texts.map(({ id, text, at }) => ({ id, text, at: at === undefined ? undefined : new Date(at) }));
  if (group.isConversation) {
    const conversationId = newId();
    await indexTurns(memory.ctx, { conversationId, turns: dated });
    return { conversationId };
  }
  const projectId = await memory.addProject();
  for (const { id, text, at } of dated)
    await indexText(memory.ctx, { key: `text:${id}`, kind: "text", text, at, projectId });
  return { projectId };
}
