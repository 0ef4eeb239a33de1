import { tokenFactor } from "#calls";
import type { AsOf } from "#documents";
import type { ModelTerms } from "#models";
import type { UserDb } from "#platform";
import type { StageWork } from "../stages/load-stage-work.ts";
import { type CombiningRoom, combiningTree, leastRoom } from "./combining-room.ts";
import { factsOnly } from "./read-combined.ts";

/**
 * Measures how much text fits into a call that combines texts of the given type. Tokens are counted in the same way as
 * later, when the prompt is made to fit.
 */
export async function measureCombining(
  db: UserDb,
  work: StageWork,
  input: { type: string; words: number; model: ModelTerms; asOf: AsOf },
): Promise<{
  whole: CombiningRoom;
  branch: CombiningRoom;
  /** True if there is enough room for a tree of calls, which is needed for texts that do not fit into one call. */
  mayBranch: boolean;
}> {
  const { model } = input;
  const { max_output_tokens: chosen, continuations } = work.session;
  const factor = await tokenFactor(db, model.id);
  const parts = await db.tx((tx) => factsOnly(tx, { work, asOf: input.asOf }));
  const tree = combiningTree(work, { ...input, chosen, continuations, factor, parts });
  const isLastUseful = tree.whole.room > 2 * tree.whole.perPart;
  return { ...tree, mayBranch: isLastUseful && tree.branch.room >= leastRoom(model) };
}
