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

/** The compared methods, and the search options of each. */
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
  /** The model whose vectors were searched. Methods that search by words alone ignore it. */
  embedding: string;
  method: string;
  indexMs: number;
  /** The time that indexing takes, divided by the time that the database alone takes to split and store the same texts. */
  indexToSplit: number;
  recall5: number;
  recall10: number;
  recall25: number;
  ndcg10: number;
  p50Ms: number;
  p95Ms: number;
};

/** The number of passages per search: enough for 25 different texts, although several passages may come from one text. */
const limit = 60;

/** Indexes a data set with the product's own operations, and searches for every question with every method. */
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
      embedding: memory.ctx.embedder?.model ?? "none",
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

/** The id of the turn or document in the data set. */
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

/** Recall: the share of the answers that are among the first k results. */
function recallAt(k: number, ranked: readonly string[], answers: readonly string[]): number {
  const first = new Set(ranked.slice(0, k));
  return answers.filter((id) => first.has(id)).length / answers.length;
}

/** NDCG: an answer counts less the lower it ranks; 1 means that all answers rank first. */
function ndcgAt(k: number, ranked: readonly string[], answers: readonly string[]): number {
  const gain = (place: number) => 1 / Math.log2(place + 2);
  const sum = (places: number[]) => places.reduce((total, place) => total + gain(place), 0);
  const found = ranked.slice(0, k).flatMap((id, place) => (answers.includes(id) ? [place] : []));
  return sum(found) / sum(answers.slice(0, k).map((_, place) => place));
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1);
