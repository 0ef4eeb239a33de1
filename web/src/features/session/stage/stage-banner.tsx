import { type DocumentSummary, describeWait, type Session, type StageRun } from "@dialectic/contract";
import { ErrorMessage } from "../../../api/error-message.tsx";
import { explain } from "../../../api/explain.ts";
import { Banner } from "../../../ui/banner.tsx";
import { capitalise, formatNumber, formatWhen } from "../../../ui/format.ts";
import { ActionButton } from "../action-button.tsx";
import { ArchivedBanner } from "../archive.tsx";
import { ContinueWithout } from "../continue-without.tsx";
import { describeDraft } from "../describe-draft.ts";
import { PausedBanner } from "../paused-banner.tsx";
import { PlanActions } from "../plan-links.tsx";
import { RetryWithCap } from "../retry-with-cap.tsx";
import { DraftNotSaved } from "../save-drafts.ts";
import { retryNow, runActions } from "./stage-actions.ts";
import { nextStage, stageState } from "./stage-state.ts";
import type { StageAction } from "./use-stage-action.ts";

type StageBannerProps = { session: Session; stage: StageRun; documents: DocumentSummary[]; run: StageAction };

/** The most urgent message about the stage, with buttons for what to do. Shows nothing if there is no message. */
export function StageBanner({ session, stage, documents, run }: StageBannerProps) {
  if (run.error instanceof DraftNotSaved) {
    const { draft, cause } = run.error;
    const what = describeDraft(draft, { session, documents });
    return (
      <Banner tone="bad" icon="warning" title={`${capitalise(what)} was not saved, so the session did not continue.`}>
        <ErrorMessage error={cause} /> Your draft is kept.
      </Banner>
    );
  }
  if (run.isError) {
    return (
      <Banner tone="bad" icon="warning" title={`${explain(run.error).title}.`}>
        <ErrorMessage error={run.error} />
      </Banner>
    );
  }
  if (session.status === "archived") return <ArchivedBanner session={session} />;
  const state = stageState(session, stage);
  const actions = runActions(session, stage).map((action, place) => (
    <ActionButton key={action.key} action={action} run={run} small variant={place === 0 ? "primary" : "plain"} />
  ));
  const kept =
    stage.done === 0
      ? ""
      : `${stage.done} of ${formatNumber(stage.expected, "document")} ${stage.done === 1 ? "is done and kept" : "are done and kept"}.`;
  if (state === "failed") {
    return (
      <Banner
        tone="bad"
        icon="warning"
        title={`${stage.name} failed.`}
        actions={
          <>
            {actions}
            <RetryWithCap session={session} run={run} />
            <ContinueWithout session={session} stage={stage} run={run} />
          </>
        }
      >
        <bdi>{stage.error ?? firstReason(stage)}</bdi> {kept}
      </Banner>
    );
  }
  if (state === "paused") return <PausedBanner session={session} stage={stage} run={run} kept={kept} />;
  if (state === "cancelled") {
    return (
      <Banner icon="cross" title={`${stage.name} was cancelled.`} actions={actions}>
        {kept}
      </Banner>
    );
  }
  if (state === "running" && stage.waits.length > 0) return <WaitBanner stage={stage} run={run} kept={kept} />;
  const isWaiting = state === "done" && session.status === "awaiting_feedback" && stage.stage === session.currentStage;
  if (isWaiting && stage.findings > 0) {
    return (
      <Banner
        tone="you"
        icon="warning"
        title={`${stage.name} is written, with ${formatNumber(stage.findings, "finding")}.`}
      >
        {session.auto && `The session stopped before ${nextStage(session, stage)?.name ?? "the plan was finished"}. `}
        Edit or regenerate the documents, or accept them as they are. The session continues when you submit the stage.
      </Banner>
    );
  }
  if (isWaiting) {
    return (
      <Banner tone="you" icon="right" title={`${stage.name} is done.`}>
        Review the documents. The session continues when you submit the stage.
      </Banner>
    );
  }
  const isLast = stage === session.stages.at(-1);
  if (session.status === "iteration_complete" && isLast && session.findings > 0) {
    return (
      <Banner
        tone="you"
        icon="warning"
        title={`The plan is written, with ${formatNumber(session.findings, "finding")}.`}
        actions={<PlanActions session={session} />}
      >
        {session.stages
          .filter((one) => one.findings > 0)
          .map((one) => `${one.name}: ${formatNumber(one.findings, "finding")}`)
          .join(", ")}
        . Open these stages to see what is missing.
      </Banner>
    );
  }
  if (session.status === "iteration_complete" && isLast) {
    return (
      <Banner icon="check" title="The plan is ready." actions={<PlanActions session={session} />}>
        All {session.stages.length} stages are done.
      </Banner>
    );
  }
  return null;
}

/** Says what the stage waits for: a provider, and until when, or a worker that can call the model. The user need not act. */
function WaitBanner({ stage, run, kept }: { stage: StageRun; run: StageAction; kept: string }) {
  const waits = stage.waits.map((wait) => capitalise(describeWait(wait, formatWhen))).join(". ");
  const isProviders = stage.waits.some(({ code }) => code !== "no_worker");
  return (
    <Banner
      icon="clock"
      title={`${stage.name} continues when ${isProviders ? "its provider responds" : "a worker can call its model"}.`}
      actions={isProviders && <ActionButton action={retryNow} run={run} small />}
    >
      <bdi>{waits}.</bdi> {kept}
    </Banner>
  );
}

const firstReason = (stage: StageRun): string =>
  stage.work.find((piece) => piece.state === "failed" && piece.why !== null)?.why ?? "";
