import type { ProposalLabel, SessionId } from "@dialectic/contract";
import { AppError } from "#platform";
import { findSession, newestRun } from "#projects";
import { loadProcess } from "#recipes";
import { labelsIn } from "../contributions/labels-in.ts";
import type { SessionsCtx } from "../ctx.ts";
import { stageOf } from "../stages/stage-of.ts";

/**
 * Lists the labels used in a stage's prompts, with the models behind them. Throws until the stage is finished, so that
 * the authors stay hidden.
 */
export async function listLabels(
  ctx: SessionsCtx,
  input: { sessionId: SessionId; stage: string },
): Promise<ProposalLabel[]> {
  return ctx.db.tx(async (db) => {
    const session = await findSession(db, input.sessionId);
    if (!session) {
      throw new AppError("not_found", `There is no session ${input.sessionId}.`, {
        remedies: [{ do: "see-sessions" }],
      });
    }
    const stage = stageOf(await loadProcess(db, session.process_template_id), input.stage);
    const run = await newestRun(db, session, stage.key);
    if (run?.status !== "completed") {
      throw new AppError(
        "missing_input",
        `${stage.name} is not finished. The authors of its proposals are shown when it is.`,
      );
    }
    const dealt = labelsIn(session);
    const labels = Object.entries(run.labels).map(([label, model]) => ({
      label,
      model,
      proposal: session.proposals > 1 ? (dealt.find((one) => one.label === label)?.proposal ?? null) : null,
    }));
    return labels.sort((a, b) => (a.label < b.label ? -1 : 1));
  });
}
