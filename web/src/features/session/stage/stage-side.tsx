import type { DocumentSummary, Session, StageRun } from "@dialectic/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { projectQuery } from "../../../api/queries.ts";
import { StageFindings } from "../../../parts/findings/stage-findings.tsx";
import { LazyKnownFacts } from "../../../parts/knowledge/lazy-known-facts.tsx";
import { ContestedClaims } from "../../../parts/steering/contested-claims.tsx";
import { FeedbackBox } from "../../../parts/steering/feedback-box.tsx";
import { OpenQuestions } from "../../../parts/steering/open-questions.tsx";
import { StaleDocuments } from "../../../parts/steering/stale-documents.tsx";
import { cx } from "../../../ui/cx.ts";
import type { Mark } from "../../../ui/marks/assign-marks.ts";
import { Pane } from "../../../ui/page/pane.tsx";
import { ArchiveButton } from "../archive.tsx";
import { MissingWork } from "../documents/missing-work.tsx";
import { NextActionButton } from "../next-action-button.tsx";
import { PlanLinks } from "../plan-links.tsx";
import { SessionMoney } from "../session-money.tsx";
import { nextAction } from "./stage-actions.ts";
import type { Column } from "./stage-columns.ts";
import { StageProgress } from "./stage-progress.tsx";
import { StageScores } from "./stage-scores.tsx";
import { nextStage } from "./stage-state.ts";
import type { StageAction } from "./use-stage-action.ts";

type StageSideProps = {
  session: Session;
  stage: StageRun;
  documents: DocumentSummary[];
  columns: Column[];
  marks: Map<string, Mark>;
  run: StageAction;
};

/** The side panel of a stage, with the action that moves the session forward. */
export function StageSide({ session, stage, documents, columns, marks, run }: StageSideProps) {
  const action = nextAction(session, stage);
  const next = nextStage(session, stage);
  const written = new Set<string>(
    documents.filter((one) => one.stage === stage.stage).map((one) => one.contributionId),
  );
  const continuesByItself = session.auto && stage.status === "running";
  return (
    <aside aria-label="Progress" className="flex min-h-0 flex-col border-line max-wide:border-t wide:border-s">
      <Pane label="Progress, scrolls" className="flex-1">
        <PlanLinks session={session} />
        {stage.status !== null && <StageProgress stage={stage} columns={columns} marks={marks} />}
        {stage.status !== null && <MissingWork session={session} stage={stage} marks={marks} />}
        <StageFindings stage={stage} documents={documents} marks={marks} />
        <StaleDocuments session={session} documents={documents} />
        <StageScores session={session} critics={written} marks={marks} />
        <ContestedClaims session={session} judges={written} marks={marks} />
        <OpenQuestions session={session} stage={stage} />
        {stage.status !== null && session.status !== "archived" && (
          <section aria-labelledby="feedback" className="border-b border-line px-5 py-3.5">
            <h2 id="feedback" className="mb-1.5 font-title">
              Your feedback
            </h2>
            <FeedbackBox
              key={`${stage.stage} ${stage.iteration}`}
              sessionId={session.id}
              stage={stage.stage}
              iteration={stage.iteration}
              about={`${stage.name} as a whole`}
            />
          </section>
        )}
        <SessionMoney session={session} />
        <Request projectId={session.projectId} />
        <LazyKnownFacts projectId={session.projectId} />
        <ArchiveButton session={session} />
      </Pane>
      {(action || continuesByItself) && (
        <div className="space-y-2 border-t border-line px-5 py-3">
          {action && <NextActionButton action={action} run={run} session={session} documents={documents} />}
          {continuesByItself && (
            <p className="text-xs text-ink-2">
              {next ? `Continues with ${next.name} automatically.` : "This is the last stage."}
            </p>
          )}
        </div>
      )}
    </aside>
  );
}

function Request({ projectId }: { projectId: string }) {
  const { data: project } = useQuery(projectQuery(projectId));
  if (!project) return null;
  const isLong = project.brief.length > 350 || project.brief.split("\n").length > 9;
  return (
    <section aria-labelledby="request" className="px-5 py-3.5">
      <h2 id="request" className="mb-1.5 font-title">
        Your brief
      </h2>
      <blockquote
        dir="auto"
        className={cx(
          "max-h-60 overflow-hidden border-s-3 border-mark-line ps-3 font-doc text-[0.9375rem] leading-6 break-words whitespace-pre-wrap",
          isLong && "mask-[linear-gradient(#000_calc(100%-48px),transparent)]",
        )}
      >
        {project.brief.slice(0, 1200).trim()}
      </blockquote>
      {isLong && (
        <Link to="/projects/$projectId" params={{ projectId }} className="link mt-1 inline-block text-sm">
          Read the whole brief
        </Link>
      )}
    </section>
  );
}
