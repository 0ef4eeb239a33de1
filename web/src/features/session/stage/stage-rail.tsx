import type { Session, StageRun } from "@dialectic/contract";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { type Draft, isOfSession } from "../../../parts/drafts/draft.ts";
import { useSessionDrafts } from "../../../parts/drafts/use-draft.ts";
import { cx } from "../../../ui/cx.ts";
import { formatAmount, formatNumber } from "../../../ui/format.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { stageLook, stageState } from "./stage-state.ts";

/** The stages of the process, with their status. */
export function StageRail({ session, selected }: { session: Session; selected: StageRun }) {
  const rail = useRef<HTMLElement>(null);
  const drafts = useSessionDrafts(session.id);
  const place = session.stages.indexOf(selected);
  // On a small screen, the rail is wider than the window, so it is scrolled to the selected stage.
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls only when the selection changes.
  useEffect(() => {
    const link = rail.current?.querySelector<HTMLElement>("[aria-current]");
    if (!rail.current || !link) return;
    rail.current.scrollLeft = link.offsetLeft - rail.current.clientWidth / 2 + link.clientWidth / 2;
  }, [place]);

  return (
    <nav
      ref={rail}
      aria-label="Stages"
      className="relative grid flex-none auto-cols-[minmax(132px,1fr)] grid-flow-col overflow-x-auto border-b border-line px-6 max-mid:px-4"
    >
      {session.stages.map((stage) => (
        <StageTab
          key={stage.stage}
          session={session}
          stage={stage}
          isSelected={stage === selected}
          hasDraft={drafts.some((draft) => isOfStage(draft, stage))}
        />
      ))}
    </nav>
  );
}

type StageTabProps = { session: Session; stage: StageRun; isSelected: boolean; hasDraft: boolean };

function StageTab({ session, stage, isSelected, hasDraft }: StageTabProps) {
  const state = stageState(session, stage);
  const look = stageLook[state];
  // If the stage is the current one, the URL does not name it, so that the page follows the session to the next stage.
  const search = stage.stage === session.currentStage ? {} : { stage: stage.stage };
  return (
    <Link
      to="/sessions/$sessionId"
      params={{ sessionId: session.id }}
      search={search}
      activeProps={{}}
      aria-current={isSelected ? "step" : undefined}
      className={cx(
        "block border-b-2 py-2.5 pe-4 not-first:border-s not-first:border-s-line not-first:ps-4 -outline-offset-2 hover:bg-sunken",
        isSelected ? "border-b-ink" : "border-b-transparent",
        state === "locked" && "text-ink-3",
      )}
    >
      <span className={cx("flex items-center gap-2 text-sm", state === "locked" ? "font-medium" : "font-strong")}>
        {state === "running" ? (
          <Spinner />
        ) : (
          <Icon
            name={stage.findings > 0 && state === "done" ? "warning" : look.icon}
            size={14}
            className={state === "failed" ? "text-bad" : ""}
          />
        )}
        {stage.name}
      </span>
      <span className="block text-xs text-ink-3 tabular-nums">
        {stage.status === null ? notStarted(stage) : `${stage.done} of ${stage.expected}`}
        {state !== "locked" && state !== "ready" && <span className="sr-only">, {look.word}</span>}
        {state === "ready" && ", can start"}
        {stage.findings > 0 && (
          <span className="font-strong text-mark-ink"> · {formatNumber(stage.findings, "finding")}</span>
        )}
        {stage.spent !== "0" && <span> · {formatAmount(stage.spent)}</span>}
        {hasDraft && <span className="font-strong text-mark-ink"> · draft</span>}
        {(state === "paused" || state === "failed" || state === "cancelled") && (
          <span aria-hidden="true"> · {look.word}</span>
        )}
      </span>
    </Link>
  );
}

const isOfStage = ({ subject }: Draft, { stage, iteration }: StageRun): boolean =>
  isOfSession(subject) && subject.stage === stage && subject.iteration === iteration;

const notStarted = (stage: StageRun): string =>
  stage.expected > 0 ? formatNumber(stage.expected, "document") : "not started";
