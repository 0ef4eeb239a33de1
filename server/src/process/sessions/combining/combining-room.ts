import { countPrompt, inputLimit } from "#context";
import { countBy, countingOf, type ModelTerms } from "#models";
import { continueMessage } from "#prompts";
import { firstMessage } from "../contributions/build-prompt.ts";
import { leastTurn, wordsOf } from "../contributions/output-cap.ts";
import { combiningCap, tokensPerWord } from "./combining-sizes.ts";
import { type CombiningScene, combiningWork } from "./combining-work.ts";

/** What is named and fenced with each text, its label in the task included; labels of combined texts list many. */
const fence = { id: "D99", kind: "reduced_synthesis", label: "Improved version of Proposal A, a part of it", text: "" };
const perName = 12;
/** Around the two messages a further turn adds. */
const perMessages = 16;

export type CombiningTerms = {
  type: string;
  model: ModelTerms;
  chosen: number | null;
  continuations: number;
  /** By how much the model counts more than we do. */
  factor: number;
};

/** How much a call that combines can read: the room for texts, what each takes beside its own size, and how to count. */
export type CombiningRoom = {
  room: number;
  perPart: number;
  count: (text: string) => number;
  words: number;
  cap: number;
  frame: number;
};

export function combiningRoom(scene: CombiningScene, input: CombiningTerms & { words: number }): CombiningRoom {
  const { model, chosen } = input;
  const { work, step } = combiningWork(scene, input);
  const words = wordsOf(step.artifacts);
  const cap = combiningCap({ words, chosen, model });
  const counting = countingOf(model.tokenizer);
  const count = (text: string) => countBy(counting, text);
  const limit = inputLimit({ ...model, maxOutputTokens: cap, factor: input.factor });
  const sizeWith = (documents: (typeof fence)[]) => {
    const { instructions, user } = firstMessage(work, step, { documents });
    return countPrompt({ instructions, messages: [{ role: "user", content: user }] }, count);
  };
  const frame = sizeWith([]);
  const perPart = sizeWith([fence]) - frame + perName * work.session.models.length * work.session.proposals;
  // What does not fit one turn is read again in the next: in the last one, all turns but that.
  const readAgain = Math.max(0, Math.ceil((words * tokensPerWord) / cap) - 1) * cap;
  // One that writes more than it was asked for has to be carried on, beside sources that are not shortened.
  const carriedOn = input.continuations > 0 ? leastTurn(cap) + count(continueMessage()) + perMessages : 0;
  return { room: limit - frame - readAgain - carriedOn, perPart, count, words, cap, frame };
}

/** Three of what the branches write fit one call: the tree ends, and no branch is cut short without need. */
const wordsOfBranch = (room: number): number => Math.max(100, Math.floor(room / 3 / 2));

/** The last call for a text, and those before it where it does not hold everything. */
export function combiningTree(scene: CombiningScene, input: CombiningTerms & { words: number }) {
  const whole = combiningRoom(scene, input);
  const branch = combiningRoom(scene, { ...input, words: wordsOfBranch(whole.room) });
  return { whole, branch };
}

/**
 * With how little room branches still make sense: in less, instructions and request would be read over and over for a few sentences
 * each, and shortening is the lesser loss. It also bounds how many calls a tree can have.
 */
export const leastRoom = ({ contextWindow }: { contextWindow: number }): number => Math.floor(contextWindow / 8);
