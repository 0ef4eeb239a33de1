import { countPrompt } from "#context";
import type { ModelSettings } from "#models";
import { AppError, type UserDb } from "#platform";
import { continueMessage } from "#prompts";
import { firstMessage } from "../build-prompt.ts";
import type { StageWork } from "../load-stage-work.ts";
import { leastTurn, wordsOf } from "../output-cap.ts";
import { combiningCap, tokensPerWord } from "./combining-sizes.ts";
import { combiningWork } from "./combining-work.ts";
import { modelRoom } from "./model-room.ts";

/** What is named and fenced with each text, its label in the task included; labels of combined texts list many. */
const fence = { id: "D99", kind: "reduced_synthesis", label: "Improved version of Proposal A, a part of it", text: "" };
const perName = 12;
/** Around the two messages a further turn adds. */
const perMessages = 16;

/** How much a call that combines can read: the room for texts, what each takes beside its own size, and how to count. */
export async function measureCombining(
  db: UserDb,
  stageWork: StageWork,
  input: { type: string; words: number; model: string; settings: ModelSettings },
): Promise<{ room: number; perPart: number; count: (text: string) => number }> {
  const { work, step } = combiningWork(stageWork, input);
  const { artifacts } = step;
  const wanted = { ...input, words: wordsOf(artifacts), chosen: work.session.max_output_tokens };
  const { count, limit, cap } = await modelRoom(db, { ...wanted, capOf: combiningCap });
  const sizeWith = (documents: (typeof fence)[]) => {
    const { instructions, user } = firstMessage(work, step, { documents });
    return countPrompt({ instructions, messages: [{ role: "user", content: user }] }, count);
  };
  const frame = sizeWith([]);
  const perPart = sizeWith([fence]) - frame + perName * work.session.models.length;
  // What does not fit one turn is read again in the next: in the last one, all turns but that.
  const readAgain = Math.max(0, Math.ceil((wanted.words * tokensPerWord) / cap) - 1) * cap;
  const all = limit - frame - readAgain;
  if (all < 2 * perPart) {
    throw new AppError(
      "context_window",
      `The window of ${input.model} is too small to combine anything in: instructions and request alone have ${frame} of ${limit} tokens. Choose a model with a larger window.`,
    );
  }
  // One that writes more than it was asked for has to be carried on, beside sources that are not shortened.
  const carriedOn = work.session.continuations > 0 ? leastTurn(cap) + count(continueMessage()) + perMessages : 0;
  return { room: Math.max(all - carriedOn, Math.min(all, 2 * perPart)), perPart, count };
}
