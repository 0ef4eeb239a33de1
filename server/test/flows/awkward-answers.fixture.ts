import { type Answer, startChatProvider, wholeAnswer } from "#test";

/** Faults of real endpoints. The provider has one of them at a time. */
export type Awkwardness = "filtered" | "cut row" | "empty" | "no" | "truncated" | "thinking";

export const model = "lab/one";
const limits = { contextWindow: 100_000, maxOutputTokens: 8_000 };

/** The second row of a table. The first answer is cut off in the middle of it. */
export const row = "| stakes and ties | 60 EUR |";
const table = `| item | cost |\n| --- | --- |\n| hornbeam whips | 240 EUR |\n${row}\n`;
const cutAt = "| stakes and t";

/** An output cap with which the model has room both for its thinking and for an answer. */
export const roomToThink = 5_000;

type Asked = Parameters<typeof wholeAnswer>[0];

function behave(kind: Awkwardness, asked: Asked, isMended: boolean): Answer {
  const usage = { prompt_tokens: 9_000, completion_tokens: 500 };
  const whole = wholeAnswer(asked);
  const fine = { pieces: whole, usage };
  const isFirst = asked.messages.every(({ role }) => role !== "assistant");
  switch (kind) {
    case "filtered":
      return isMended
        ? fine
        : { pieces: ["# Business case\n\nA hedge of hornbeam is cheap, and"], finish: "content_filter", usage };
    case "cut row": {
      const text = whole.join("").replace("# Business case\n\n", `# Business case\n\n${table}\n`);
      if (!text.includes(row))
        return isFirst ? fine : { pieces: [`${row}\n\n- C: One thing is settled.\n\n${restOfThesis}`], usage };
      return { pieces: [text.slice(0, text.indexOf(cutAt) + cutAt.length)], finish: "length", usage };
    }
    case "empty":
      return isMended ? fine : { pieces: [], usage: { ...usage, completion_tokens: 0 } };
    case "no":
      return isMended ? fine : { pieces: ["No"], usage };
    case "truncated":
      return isMended ? fine : { pieces: whole, usage: { ...usage, prompt_tokens: 512 } };
    case "thinking":
      return asked.max_tokens >= roomToThink
        ? fine
        : { pieces: [], finish: "length", usage: { ...usage, completion_tokens: asked.max_tokens } };
  }
}

const restOfThesis = ["Feature specification", "Technical approach", "Success metrics", "Open questions", "Claims"]
  .map((title) => `# ${title}\n\n- C: One thing is settled.\n`)
  .join("\n");

/**
 * Starts a provider with a fault. `become` switches to another fault, and `mend` makes the provider answer correctly. `caps`
 * are the output caps of the requests it received.
 */
export async function startAwkwardProvider(first: Awkwardness) {
  let kind = first;
  let isMended = false;
  const caps: number[] = [];
  const provider = await startChatProvider("lab", (asked) => {
    caps.push(asked.max_tokens);
    return behave(kind, asked, isMended);
  });
  return {
    ...provider,
    caps,
    mend: () => {
      isMended = true;
    },
    become: (other: Awkwardness) => {
      kind = other;
      isMended = false;
      caps.length = 0;
    },
    listIn: (dataDir: string) => provider.listIn(dataDir, [{ id: model, ...limits, free: true }]),
  };
}
