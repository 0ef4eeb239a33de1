import { tokenFactor } from "#calls";
import { type ModelSettings, termsOf } from "#models";
import type { UserDb } from "#platform";
import type { StageWork } from "../load-stage-work.ts";
import { type CombiningRoom, combiningTree, leastRoom } from "./combining-room.ts";

/** What the calls can read that combine texts of a type, by the same measure by which they will be fitted. */
export async function measureCombining(
  db: UserDb,
  work: StageWork,
  input: { type: string; words: number; model: string; settings: ModelSettings },
): Promise<{
  whole: CombiningRoom;
  branch: CombiningRoom;
  /** There is room enough to split what does not fit. */
  mayBranch: boolean;
}> {
  const model = termsOf(input.model, input.settings);
  const { max_output_tokens: chosen, continuations } = work.session;
  const factor = await tokenFactor(db, input.model);
  const tree = combiningTree(work, { ...input, model, chosen, continuations, factor });
  const isLastUseful = tree.whole.room > 2 * tree.whole.perPart;
  return { ...tree, mayBranch: isLastUseful && tree.branch.room >= leastRoom(model) };
}
