import { createJobKinds, type JobCtx, type JobKinds, type JobOutcome } from "#jobs";
import { askApproval, type HoldId, hold, isApproved, settle } from "#wallet";

type Price = {
  /** What every call costs. */
  price: bigint;
  /** Calls are not made without a person's leave. */
  needsLeave?: boolean;
};

/** The same kinds of job over the same models, but every call is paid for as the wallet prescribes. */
export function paidKinds(kinds: JobKinds, { price, needsLeave = false }: Price): JobKinds {
  return createJobKinds(
    kinds.names.map((name) => {
      const free = kinds.find(name);
      return {
        kind: free.kind,
        async start(ctx, job) {
          // A job that has a work key makes a call; the others plan and render.
          if (job.workKey === null || job.kind === "render") return free.start(ctx, job);
          if (needsLeave && !(await ctx.tx((db) => isApproved(db, { chainId: job.chainId, amount: price })))) {
            await ctx.tx((db) => askApproval(db, { jobId: job.id, amount: price }));
            return { type: "pause", reason: "approval" };
          }
          const held = await holdFor(ctx, job, price);
          if (!held.ok) return { type: "pause", reason: "funds" };
          return settling(await free.start(ctx, job), held.holdId, price);
        },
      };
    }),
  );
}

const holdFor = (ctx: JobCtx, job: Parameters<ReturnType<JobKinds["find"]>["start"]>[1], amount: bigint) =>
  ctx.tx((db) =>
    hold(db, {
      callKey: job.id,
      attempt: String(job.fence),
      amount,
      lease: { jobId: job.id, fence: job.fence },
      scope: {
        projectId: job.projectId,
        sessionId: job.sessionId,
        stage: job.stage,
        chainId: job.chainId,
        model: job.model,
      },
    }),
  );

/** The charge and what was bought for it are one commit. */
function settling(outcome: JobOutcome, holdId: HoldId, actual: bigint): JobOutcome {
  if (outcome.type === "pause" || outcome.type === "later") return outcome;
  return {
    ...outcome,
    async write(db) {
      await outcome.write?.(db);
      await settle(db, { holdId, actual, estimated: false });
    },
  };
}
