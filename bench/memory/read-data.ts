import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { z } from "zod";
import { median } from "../statistics.ts";

const Text = z.object({
  type: z.literal("text"),
  id: z.string(),
  group: z.string(),
  at: z.string().optional(),
  text: z.string(),
});
const Question = z.object({
  type: z.literal("question"),
  id: z.string(),
  group: z.string(),
  text: z.string(),
  answers: z.array(z.string()).min(1),
});
const Line = z.discriminatedUnion("type", [Text, Question]);

export type DataText = z.infer<typeof Text>;
export type DataQuestion = z.infer<typeof Question>;
/** `isConversation`: the texts are consecutive turns; otherwise each text is a separate document. */
export type Group = { name: string; isConversation: boolean; texts: DataText[] };
export type DataSet = { name: string; groups: Group[]; questions: DataQuestion[] };

/** Reads a data set. A group with dates, or of mostly short texts, is a conversation in the order of the file. */
export async function readData(path: string): Promise<DataSet> {
  const lines = (await readFile(path, "utf8")).split("\n");
  const parsed = lines.flatMap((line, index) => (line.trim() === "" ? [] : [readLine(line, `${path}:${index + 1}`)]));
  const texts = parsed.filter((line) => line.type === "text");
  const groups = [...Map.groupBy(texts, ({ group }) => group)].map(([name, own]) => ({
    name,
    texts: own,
    isConversation: own.some(({ at }) => at !== undefined) || median(own.map(({ text }) => text.length)) < 200,
  }));
  const questions = parsed.filter((line) => line.type === "question");
  if (texts.length === 0 || questions.length === 0) throw new Error(`${path} has no texts or no questions.`);
  return { name: basename(path).replace(/\.jsonl$/, ""), groups, questions };
}

function readLine(line: string, place: string): z.infer<typeof Line> {
  try {
    return Line.parse(JSON.parse(line));
  } catch (error) {
    throw new Error(`${place} is neither a text nor a question.`, { cause: error });
  }
}
