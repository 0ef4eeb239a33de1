import type { SessionSummary } from "@dialectic/contract";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { useRef } from "react";
import { ErrorMessage } from "../../api/error-message.tsx";
import { explain } from "../../api/explain.ts";
import { ShowMore } from "../../api/paging.tsx";
import { boardQuery, projectQuery, sessionsQuery } from "../../api/queries.ts";
import { useSingleMutation } from "../../api/use-single-mutation.ts";
import { useBudgetField } from "../../parts/money/use-budget-field.ts";
import { HeaderStatus } from "../../shell/header-status.tsx";
import { LoadErrorPage } from "../../shell/load-error-page.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button, buttonLook } from "../../ui/button.tsx";
import { Download } from "../../ui/download.tsx";
import { capitalise, formatAge, formatNumber } from "../../ui/format.ts";
import { PageTitle } from "../../ui/page/page-title.tsx";
import { Loading } from "../../ui/page/skeleton.tsx";
import { Crumb, Here, TopBar } from "../../ui/page/top-bar.tsx";
import { Reason } from "../../ui/reason.tsx";
import { StageShares } from "../../ui/stage-shares.tsx";
import { DeleteProject } from "./delete-project.tsx";
import { projectStatus, stageShares } from "./project-status.ts";
import type { RunChoice } from "./run-choice.ts";
import { AutoToggle, RunOptions } from "./run-options.tsx";
import { RunQuote } from "./run-quote.tsx";
import { startSession } from "./start-run.ts";
import { useRunChoice } from "./use-run-choice.ts";

/** A project: its brief, its sessions, and a form for a new session. */
export function ProjectPage() {
  const { projectId } = useParams({ from: "/projects/$projectId" });
  const { data: project, error, refetch } = useQuery(projectQuery(projectId));
  if (!project && error) return <LoadErrorPage what="project" error={error} refetch={refetch} />;
  return (
    <>
      <PageTitle of={project?.name ?? "Project"} />
      <TopBar
        crumbs={
          <>
            <Crumb>
              <Link to="/">Projects</Link>
            </Crumb>
            <Here>{project?.name ?? "…"}</Here>
          </>
        }
      >
        <HeaderStatus />
      </TopBar>
      {project ? (
        <div className="max-w-[860px] space-y-10 px-10 pt-10 pb-12 max-wide:p-6 max-mid:p-4">
          <div>
            <h1 className="text-2xl font-semi tracking-[-.02em] text-balance" dir="auto">
              {project.name}
            </h1>
            <blockquote
              dir="auto"
              className="mt-4 border-s-3 border-mark-line ps-4 font-doc text-lg whitespace-pre-wrap"
            >
              {project.brief}
            </blockquote>
          </div>
          <div className="flex flex-wrap gap-2">
            <BoardLink projectId={projectId} />
            <Link to="/projects/$projectId/facts" params={{ projectId }} className={buttonLook()}>
              Facts
            </Link>
            <Link to="/projects/$projectId/items" params={{ projectId }} className={buttonLook()}>
              Items
            </Link>
            <Download href={`/api/projects/${projectId}/export`} name="export.zip" className={buttonLook()}>
              Export
            </Download>
          </div>
          <RunAgain projectId={projectId} />
          <Sessions projectId={projectId} />
          <DeleteProject projectId={project.id} />
        </div>
      ) : (
        <Loading what="Opening the project" className="max-w-[860px] p-10 max-mid:p-4" />
      )}
    </>
  );
}

/** Shown as soon as the board has cards. */
function BoardLink({ projectId }: { projectId: string }) {
  const { data: cards = [] } = useQuery(boardQuery(projectId));
  if (cards.length === 0) return null;
  const done = cards.filter((card) => card.column === "complete").length;
  return (
    <Link to="/projects/$projectId/board" params={{ projectId }} className={buttonLook()}>
      Board: {done} of {formatNumber(cards.length, "milestone")} complete
    </Link>
  );
}

function RunAgain({ projectId }: { projectId: string }) {
  const runs = useRunChoice();
  const budget = useBudgetField();
  const navigate = useNavigate();
  const start = useSingleMutation({
    mutationFn: (run: { choice: RunChoice; budget: string | undefined }) => startSession(projectId, run),
    onSuccess: (session) => navigate({ to: "/sessions/$sessionId", params: { sessionId: session.id } }),
  });
  if (!runs) return null;
  const none = runs.choice.models.length === 0;
  return (
    <section aria-labelledby="run">
      <h2 id="run" className="mb-2 font-title">
        New session
      </h2>
      <div className="relative flex flex-wrap items-center gap-1.5">
        <RunOptions {...runs} />
        <AutoToggle {...runs} />
        <Button
          variant="primary"
          off={none}
          busy={start.isPending ? "Starting…" : undefined}
          aria-describedby={none ? "run-why" : undefined}
          onClick={() => {
            const cap = budget.read();
            if (cap.ok) start.mutate({ choice: runs.choice, budget: cap.budget });
          }}
        >
          Start
        </Button>
      </div>
      <div className="mt-2.5">
        {none ? (
          <Reason id="run-why">Choose at least one model.</Reason>
        ) : (
          <RunQuote subject={{ projectId }} choice={runs.choice} budget={budget} />
        )}
      </div>
      {start.isError && (
        <Banner tone="bad" icon="warning" title={`${explain(start.error).title}.`} className="mt-3">
          <ErrorMessage error={start.error} />
        </Banner>
      )}
    </section>
  );
}

function Sessions({ projectId }: { projectId: string }) {
  const query = useInfiniteQuery(sessionsQuery(projectId));
  const list = useRef<HTMLUListElement>(null);
  const sessions = query.data?.pages.flatMap((page) => page.items) ?? [];
  if (sessions.length === 0) return null;
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions" className="border-b border-line-2 px-1 pb-2 font-title">
        Sessions
      </h2>
      <ul ref={list}>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      <ShowMore query={query} list={list} />
    </section>
  );
}

function SessionRow({ session }: { session: SessionSummary }) {
  return (
    <li>
      <Link
        to="/sessions/$sessionId"
        params={{ sessionId: session.id }}
        className="grid grid-cols-[minmax(0,1fr)_190px_84px] items-center gap-x-4 gap-y-1 border-b border-line px-1 py-3.5 hover:bg-sunken max-mid:grid-cols-1"
      >
        <span className="min-w-0">
          <span className="block font-strong">
            {capitalise(session.process)}, {formatNumber(session.models.length, "model")}
          </span>
          <span className="block truncate text-xs text-ink-3">{session.models.join(", ")}</span>
        </span>
        <span>
          <StageShares shares={stageShares(session)} label="Progress by stage" />
          <span className="mt-1 block text-xs text-ink-3">{projectStatus(session)}</span>
        </span>
        <time dateTime={session.createdAt} className="text-end text-xs text-ink-3 max-mid:hidden">
          {formatAge(session.createdAt, Date.now())}
        </time>
      </Link>
    </li>
  );
}
