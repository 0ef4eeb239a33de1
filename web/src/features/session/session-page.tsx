import type { Session } from "@dialectic/contract";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { documentsQuery, sessionQuery } from "../../api/queries.ts";
import { HeaderStatus } from "../../shell/header-status.tsx";
import { LoadErrorPage } from "../../shell/load-error-page.tsx";
import { ProjectCrumbs } from "../../shell/project-crumbs.tsx";
import { PageTitle } from "../../ui/page/page-title.tsx";
import { Loading } from "../../ui/page/skeleton.tsx";
import { Here, TopBar } from "../../ui/page/top-bar.tsx";
import { ActionButton } from "./action-button.tsx";
import { CancelStage } from "./stage/cancel-stage.tsx";
import { isCancellable, runActions } from "./stage/stage-actions.ts";
import { StageRail } from "./stage/stage-rail.tsx";
import { selectStage, stageLook, stageState } from "./stage/stage-state.ts";
import { StageView } from "./stage/stage-view.tsx";
import { useStageAction } from "./stage/use-stage-action.ts";

/** A session: the list of its stages, and the selected stage in full. */
export function SessionPage() {
  const { sessionId } = useParams({ from: "/sessions/$sessionId" });
  const { data: session, error, refetch } = useQuery(sessionQuery(sessionId));
  if (session) return <OpenSession session={session} />;
  if (!error) return <Loading what="Opening the session" className="max-w-[760px] p-10 max-mid:p-4" />;
  return <LoadErrorPage what="session" error={error} refetch={refetch} />;
}

function OpenSession({ session }: { session: Session }) {
  const search = useSearch({ from: "/sessions/$sessionId" });
  const { data: documents } = useQuery(documentsQuery(session.id));
  const stage = selectStage(session, search.stage);
  if (!stage) throw new Error(`Session ${session.id} has no stages.`);
  const navigate = useNavigate();
  const run = useStageAction(session, stage, (key) => {
    // After a stage is submitted, the page shows the stage that starts.
    if (key !== "submit") return;
    void navigate({ to: "/sessions/$sessionId", params: { sessionId: session.id }, search: {} });
  });
  const state = stageState(session, stage);
  return (
    <div className="flex min-h-dvh flex-col max-mid:min-h-[calc(100dvh-64px)] wide:h-dvh wide:overflow-hidden">
      <PageTitle of={`${stage.name} · ${session.projectName}`} />
      <TopBar
        crumbs={
          <>
            <ProjectCrumbs projectId={session.projectId} name={session.projectName} />
            <Here>{stage.name}</Here>
          </>
        }
      >
        {state === "running" &&
          runActions(session, stage).map((action) => (
            <ActionButton key={action.key} action={action} run={run} small compact />
          ))}
        {isCancellable(session, stage) && <CancelStage stage={stage} run={run} />}
        <HeaderStatus />
      </TopBar>
      <StageRail session={session} selected={stage} />
      <p role="status" className="sr-only">
        {stage.name}: {stageLook[state].word}
      </p>
      {documents ? (
        <StageView
          key={stage.stage}
          session={session}
          stage={stage}
          documents={documents}
          part={search.part}
          run={run}
        />
      ) : (
        <Loading what="Opening the documents" className="max-w-[760px] p-6 max-mid:p-4" />
      )}
    </div>
  );
}
