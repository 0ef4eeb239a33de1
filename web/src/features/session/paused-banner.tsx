import { type Session, type StageRun, waysOut } from "@dialectic/contract";
import { useQuery } from "@tanstack/react-query";
import { waitsQuery, walletQuery } from "../../api/money-queries.ts";
import { describeReason } from "../../money/describe-pause.ts";
import { describeWay } from "../../money/describe-way.ts";
import { WayButton } from "../../money/way-button.tsx";
import { Banner } from "../../ui/banner.tsx";
import { ActionButton } from "./action-button.tsx";
import { runActions } from "./stage-actions.ts";
import type { StageAction } from "./use-stage-action.ts";

type PausedBannerProps = { session: Session; stage: StageRun; run: StageAction; kept: string };

/** Why the stage rests, and the press that helps: money, leave, a wider budget, or the reader's own word to resume. */
export function PausedBanner({ session, stage, run, kept }: PausedBannerProps) {
  const { data: wallet } = useQuery(walletQuery);
  const { data: waits } = useQuery(waitsQuery);
  if (!wallet || !waits) return null;
  const own = waits.filter((wait) => wait.sessionId === session.id && wait.stage === stage.stage);
  const ways = waysOut(own, { wallet, budgetOf: () => session.budget });
  const actions = runActions(session, stage);
  if (ways.length === 0) {
    return (
      <Banner
        tone="you"
        icon="pause"
        title={`${stage.name} is paused.`}
        actions={actions.map((action, place) => (
          <ActionButton key={action.key} action={action} run={run} small variant={place === 0 ? "primary" : "plain"} />
        ))}
      >
        <bdi>{firstReason(stage)}</bdi> {kept} Nothing is written again.
      </Banner>
    );
  }
  // Resuming would only pause it again: what it lacks comes first.
  return (
    <div className="space-y-2">
      {ways.map((way, place) => (
        <Banner
          key={way.kind}
          tone="you"
          icon={way.kind === "top-up" ? "wallet" : "pause"}
          title={describeWay(way, { wallet, budget: session.budget }).title}
          actions={<WayButton way={way} sessionId={session.id} primary={place === 0} />}
        >
          <bdi>{describeWay(way, { wallet, budget: session.budget }).text}</bdi>
          {place === 0 && ` ${kept} Nothing is written or charged again.`}
        </Banner>
      ))}
    </div>
  );
}

const firstReason = (stage: StageRun): string =>
  stage.work.flatMap((piece) => (piece.state === "paused" ? [describeReason(piece)] : []))[0] ?? "";
