import { bodyOf, keepAll } from "./artifact-bodies.ts";
import { type Answer, type Asked, startChatProvider } from "./start-chat-provider.ts";

const ids = ["paid/scripted", "paid/second"] as const;

const headings = ["Business case", "Feature specification", "Technical approach", "Success metrics", "Open questions"];

/** A short thesis with every artifact, so that no artifact is requested again. */
export const wholeThesis = [...headings, "Claims"].map((title) => `# ${title}\n\n- C: One thing is settled.\n\n`);

/** A short text for every artifact that the task asks for, in the recipes' form, so that no artifact is requested again. */
export const wholeAnswer = ({ messages }: Asked): string[] =>
  [...(messages.at(-1)?.content ?? "").matchAll(/^- # (.+) \(at most \d+ words\)/gm)].map(
    ([, title = ""]) => `# ${title}\n\n${title === "Resolved positions" ? keepAll(messages) : bodyOf(title)}\n\n`,
  );

/** One unit per output token and almost nothing per input token, so that a full answer costs exactly the amount held. */
const unitPerToken = { input: 1, cachedInput: 1, cacheWrite: 1, output: 1_000_000, reasoning: 1_000_000 };

/** Starts a paid provider whose answers come from the test. */
export async function startPaidProvider(answer: (asked: Asked, count: number) => Answer) {
  const provider = await startChatProvider("paid", answer);
  return {
    ...provider,
    model: ids[0],
    /** Two models with the same prices and answers. */
    models: [...ids],
    listIn(dataDir: string, prices = unitPerToken): void {
      provider.listIn(
        dataDir,
        ids.map((id) => ({ id, contextWindow: 100_000, maxOutputTokens: 1_000, prices })),
      );
    },
  };
}

export type PaidProvider = Awaited<ReturnType<typeof startPaidProvider>>;
