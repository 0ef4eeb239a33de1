import { countPrompt, inputLimit } from "#context";
import { countBy, countingOf, type ModelTerms } from "#models";
import { continueMessage } from "#prompts";
import { firstMessage } from "../contributions/build-prompt.ts";
import { leastAnswer, wordsOf } from "../contributions/output-cap.ts";
import type { Besides } from "../contributions/writing.ts";
import { combiningCap, tokensPerWord } from "./combining-sizes.ts";
import { type CombiningContext, combiningWork } from "./combining-work.ts";

/** Stands for any text when its overhead is measured: its fence, and its label in the task. Labels of combined texts are long. */
const fence = { id: "D99", kind: "reduced_synthesis", label: "Improved version of Proposal A, a part of it", text: "" };
const perName = 12;
/** The overhead of the two messages that a continuation adds. */
const perMessages = 16;

export type CombiningTerms = {
  type: string;
  model: ModelTerms;
  chosen: number | null;
  continuations: number;
  /** The model's token count divided by ours. */
  factor: number;
  /** What the prompt states besides the texts; undefined in a quote. */
  parts?: Besides | undefined;
};

/** The capacity of a combining call: the room for texts, the overhead per text, and the token counter. */
export type CombiningRoom = {
  room: number;
  perPart: number;
  count: (text: string) => number;
  words: number;
  cap: number;
  frame: number;
};

export function combiningRoom(context: CombiningContext, input: CombiningTerms & { words: number }): CombiningRoom {
  const { model, chosen } = input;
  const { work, step } = combiningWork(context, input);
  const words = wordsOf(step.artifacts);
  const cap = combiningCap({ words, chosen, model });
  const counting = countingOf(model.tokenizer);
  const count = (text: string) => countBy(counting, text);
  const limit = inputLimit({ ...model, maxOutputTokens: cap, factor: input.factor });
  const sizeWith = (documents: (typeof fence)[]) => {
    const { instructions, user } = firstMessage(work, step, {
      documents,
      ...(input.parts ? { parts: input.parts } : {}),
    });
    return countPrompt({ instructions, messages: [{ role: "user", content: user }] }, count);
  };
  const frame = sizeWith([]);
  const perPart = sizeWith([fence]) - frame + perName * work.session.models.length * work.session.proposals;
  // Each continuation reads all earlier answers again.
  const readAgain = Math.max(0, Math.ceil((words * tokensPerWord) / cap) - 1) * cap;
  // Room to continue a model that writes more than requested, without shortening the sources.
  const carriedOn = input.continuations > 0 ? leastAnswer(cap) + count(continueMessage()) + perMessages : 0;
  return { room: limit - frame - readAgain - carriedOn, perPart, count, words, cap, frame };
}

/** The length of a branch's result: three fit into one call, so the tree ends and no branch is needlessly short. */
const wordsOfBranch = (room: number): number => Math.max(100, Math.floor(room / 3 / 2));

/** The room of the final call for a combined text (`whole`), and of the calls before it (`branch`), if any. */
export function combiningTree(context: CombiningContext, input: CombiningTerms & { words: number }) {
  const whole = combiningRoom(context, input);
  const branch = combiningRoom(context, { ...input, words: wordsOfBranch(whole.room) });
  return { whole, branch };
}

/**
 * The least room with which a tree is built. With less, every call would read instructions and request for just a few
 * sentences, and shortening loses less. It also limits the number of calls of a tree.
 */
export const leastRoom = ({ contextWindow }: { contextWindow: number }): number => Math.floor(contextWindow / 8);
