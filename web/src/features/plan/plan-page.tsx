import type { Plan } from "@dialectic/contract";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams, useSearch } from "@tanstack/react-router";
import { planQuery, sessionQuery } from "../../api/queries.ts";
import { LinkedText } from "../../parts/references/linked-text.tsx";
import { HeaderStatus } from "../../shell/header-status.tsx";
import { LoadErrorPage } from "../../shell/load-error-page.tsx";
import { ProjectCrumbs } from "../../shell/project-crumbs.tsx";
import { buttonLook } from "../../ui/button.tsx";
import { Download } from "../../ui/download.tsx";
import { headingId } from "../../ui/markdown/fit-headings.ts";
import { EmptyState } from "../../ui/page/empty-state.tsx";
import { PageTitle } from "../../ui/page/page-title.tsx";
import { Loading } from "../../ui/page/skeleton.tsx";
import { Crumb, Here, TopBar } from "../../ui/page/top-bar.tsx";
import { IterationDocuments } from "./iteration-documents.tsx";

/** The plan of one iteration of a session, with links to earlier iterations. */
export function PlanPage() {
  const { sessionId } = useParams({ from: "/sessions/$sessionId/plan" });
  const { iteration } = useSearch({ from: "/sessions/$sessionId/plan" });
  const { data: session } = useQuery(sessionQuery(sessionId));
  const { data: plan, error, refetch } = useQuery(planQuery(sessionId, iteration));
  if (!plan && error) return <LoadErrorPage what="plan" error={error} refetch={refetch} />;
  return (
    <>
      <PageTitle of={`Plan · ${session?.projectName ?? "Project"}`} />
      <TopBar
        crumbs={
          <>
            <ProjectCrumbs projectId={session?.projectId} name={session?.projectName} />
            <Crumb>
              <Link to="/sessions/$sessionId" params={{ sessionId }}>
                Session
              </Link>
            </Crumb>
            <Here>Plan</Here>
          </>
        }
      >
        <HeaderStatus />
      </TopBar>
      {plan ? (
        <OpenPlan plan={plan} />
      ) : (
        <Loading what="Opening the plan" className="mx-auto max-w-[640px] px-6 py-16" />
      )}
    </>
  );
}

function OpenPlan({ plan }: { plan: Plan }) {
  const { sessionId, projectId, iteration, parts } = plan;
  return (
    <div className="mx-auto grid max-w-[1080px] grid-cols-[minmax(0,680px)_minmax(220px,280px)] justify-center gap-x-10 px-6 max-wide:grid-cols-[minmax(0,680px)] max-mid:px-4">
      <article className="min-w-0 pt-9 pb-20 max-wide:pb-6" aria-labelledby="title">
        <h1 id="title" className="text-2xl font-semi tracking-[-.02em]">
          {plan.iterations.length > 1 ? `The plan of iteration ${iteration}` : "The plan"}
        </h1>
        <Iterations plan={plan} />
        {parts.length > 0 ? (
          // All parts are rendered as a single text, so that heading ids are unique.
          <div className="mt-6">
            <LinkedText sessionId={sessionId} documents={parts} />
          </div>
        ) : (
          <div className="mt-6">
            <EmptyState level={2} title="There is no plan yet">
              The plan appears when the last stage of this iteration is finished.
            </EmptyState>
          </div>
        )}
      </article>
      <aside aria-label="About this plan" className="space-y-6 pt-11 pb-20 text-sm max-wide:pt-0 print:hidden">
        <div className="flex flex-wrap gap-2">
          <Link to="/projects/$projectId/board" params={{ projectId }} className={buttonLook({ small: true })}>
            Board
          </Link>
          <Download
            href={`/api/projects/${projectId}/export`}
            name="export.zip"
            className={buttonLook({ small: true })}
          >
            Export
          </Download>
        </div>
        {parts.length > 0 && (
          <nav aria-label="Parts of the plan">
            <h2 className="mb-1 text-xs font-semi text-ink-3">Parts</h2>
            <ul className="space-y-1">
              {parts.map(({ documentId, title, iteration: written }) => (
                <li key={documentId} className="flex flex-wrap items-baseline gap-x-2">
                  <a href={`#${headingId(title)}`} className="link">
                    <bdi>{title}</bdi>
                  </a>
                  {written !== iteration && <span className="text-xs text-ink-3">from iteration {written}</span>}
                  <Link to="/documents/$documentId" params={{ documentId }} className="link ms-auto text-xs text-ink-2">
                    Open<span className="sr-only"> {title}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <IterationDocuments sessionId={sessionId} iteration={iteration} />
      </aside>
    </div>
  );
}

/** Hidden if there is only one iteration. */
function Iterations({ plan: { sessionId, iteration, iterations } }: { plan: Plan }) {
  if (iterations.length < 2) return null;
  return (
    <nav aria-label="Iterations" className="mt-3 flex flex-wrap gap-1.5">
      {iterations.map((one) => (
        <Link
          key={one.iteration}
          to="/sessions/$sessionId/plan"
          params={{ sessionId }}
          search={{ iteration: one.iteration }}
          aria-current={one.iteration === iteration ? "page" : undefined}
          activeProps={{}}
          className={buttonLook({ small: true, variant: one.iteration === iteration ? "primary" : "plain" })}
        >
          Iteration {one.iteration}
          {one.completedAt === null && ", in progress"}
        </Link>
      ))}
    </nav>
  );
}
