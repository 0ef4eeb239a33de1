import { countPrompt, inputLimit } from "#context";
import { countBy, countingOf, type ModelTerms } from "#models";
import { continueMessage } from "#prompts";
import { firstMessage } from "../contributions/build-prompt.ts";
import { leastAnswer, wordsOf } from "../contributions/output-cap.ts";
import type { Besides } from "../contributions/writing.ts";
import { combiningCap, tokensPerWord } from "./combining-sizes.ts";
import { type CombiningContext, combiningWork } from "./combining-work.ts";

/**
 * A sample document, used to measure the tokens that a text adds to a prompt besides its own: those of the fence around it
 * and of its label in the task. The label is as long as the labels of combined texts.
 */
const fence = { id: "D99", kind: "reduced_synthesis", label: "Improved version of Proposal A, a part of it", text: "" };
const perName = 12;
/** The tokens that the two additional messages of a continuation cost besides their texts. */
const perMessages = 16;

export type CombiningTerms = {
  type: string;
  model: ModelTerms;
  chosen: number | null;
  continuations: number;
  /** The model's own token count divided by ours. */
  factor: number;
  /** What the prompt contains besides the texts; undefined for a quote. */
  parts?: Besides | undefined;
};

/** The capacity of a combining call. `room` is for texts and their overhead (`perPart`), counted with `count`. */
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
  // Each continuation also reads all earlier answers.
  const readAgain = Math.max(0, Math.ceil((words * tokensPerWord) / cap) - 1) * cap;
  // Room for one more continuation if the model writes more than requested, so that the sources need not be shortened.
  const carriedOn = input.continuations > 0 ? leastAnswer(cap) + count(continueMessage()) + perMessages : 0;
  return { room: limit - frame - readAgain - carriedOn, perPart, count, words, cap, frame };
}

/**
 * The length, in words, requested of a branch. Three results of this length fit into one call, so that the tree ends and no
 * branch is needlessly short.
 */
const wordsOfBranch = (room: number): number => Math.max(100, Math.floor(room / 3 / 2));

/** The room of the call that writes the combined text (`whole`), and of the calls before it, if there are any (`branch`). */
export function combiningTree(context: CombiningContext, input: CombiningTerms & { words: number }) {
  const whole = combiningRoom(context, input);
  const branch = combiningRoom(context, { ...input, words: wordsOfBranch(whole.room) });
  return { whole, branch };
}

/**
 * The least room for which a tree is built. With less room, every call would read the instructions and the request, but
 * only a few sentences of the texts, and shortening the texts would lose less. The limit also bounds the number of calls.
 */
export const leastRoom = ({ contextWindow }: { contextWindow: number }): number => Math.floor(contextWindow / 8);
