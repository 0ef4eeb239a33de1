import { paymentOptions, type Session, type StageRun } from "@dialectic/contract";
import { useQuery } from "@tanstack/react-query";
import { waitsQuery, walletQuery } from "../../api/money-queries.ts";
import { describeReason } from "../../parts/money/describe-pause.ts";
import { describePayment } from "../../parts/money/describe-payment.ts";
import { PaymentButton } from "../../parts/money/payment-button.tsx";
import { Banner } from "../../ui/banner.tsx";
import { ActionButton } from "./action-button.tsx";
import { runActions } from "./stage/stage-actions.ts";
import type { StageAction } from "./stage/use-stage-action.ts";

type PausedBannerProps = { session: Session; stage: StageRun; run: StageAction; kept: string };

/** Explains why the stage is paused, and has a button to continue: add money, approve, raise the budget, or resume. */
export function PausedBanner({ session, stage, run, kept }: PausedBannerProps) {
  const { data: wallet } = useQuery(walletQuery);
  const { data: waits } = useQuery(waitsQuery);
  if (!wallet || !waits) return null;
  const own = waits.filter((wait) => wait.sessionId === session.id && wait.stage === stage.stage);
  const options = paymentOptions(own, { wallet, budgetOf: () => session.budget });
  const actions = runActions(session, stage);
  if (options.length === 0) {
    return (
      <Banner
        tone="you"
        icon="pause"
        title={`${stage.name} is paused.`}
        actions={actions.map((action, place) => (
          <ActionButton key={action.key} action={action} run={run} small variant={place === 0 ? "primary" : "plain"} />
        ))}
      >
        <bdi>{firstReason(stage)}</bdi> {kept} Nothing is written twice.
      </Banner>
    );
  }
  // The payment is offered first, because a stage that is resumed without it would pause again.
  return (
    <div className="space-y-2">
      {options.map((option, place) => (
        <Banner
          key={option.kind}
          tone="you"
          icon={option.kind === "top-up" ? "wallet" : "pause"}
          title={describePayment(option, { wallet, budget: session.budget }).title}
          actions={<PaymentButton option={option} sessionId={session.id} primary={place === 0} />}
        >
          <bdi>{describePayment(option, { wallet, budget: session.budget }).text}</bdi>
          {place === 0 && ` ${kept} Nothing is written or charged twice.`}
        </Banner>
      ))}
    </div>
  );
}

const firstReason = (stage: StageRun): string =>
  stage.work.flatMap((piece) => (piece.state === "paused" ? [describeReason(piece)] : []))[0] ?? "";
