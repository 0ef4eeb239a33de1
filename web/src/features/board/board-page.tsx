import { type BoardCard, type BoardColumn, boardColumns } from "@dialectic/contract";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { boardQuery, projectQuery } from "../../api/queries.ts";
import { HeaderStatus } from "../../shell/header-status.tsx";
import { LoadErrorPage } from "../../shell/load-error-page.tsx";
import { ProjectCrumbs } from "../../shell/project-crumbs.tsx";
import { capitalise } from "../../ui/format.ts";
import { PageTitle } from "../../ui/page/page-title.tsx";
import { Loading } from "../../ui/page/skeleton.tsx";
import { Here, TopBar } from "../../ui/page/top-bar.tsx";
import { CardView } from "./card-view.tsx";
import { DetailNext } from "./detail-next.tsx";

/** The board: cards with checklists, in three columns. */
export function BoardPage() {
  const { projectId } = useParams({ from: "/projects/$projectId/board" });
  const { data: project } = useQuery(projectQuery(projectId));
  const { data: cards, error, refetch } = useQuery(boardQuery(projectId));
  if (!cards && error) return <LoadErrorPage what="project" error={error} refetch={refetch} />;
  return (
    <>
      <PageTitle of={`Board · ${project?.name ?? "Project"}`} />
      <TopBar
        crumbs={
          <>
            <ProjectCrumbs projectId={projectId} name={project?.name} />
            <Here>Board</Here>
          </>
        }
      >
        <HeaderStatus />
      </TopBar>
      {cards ? (
        <div className="space-y-6 p-10 max-wide:p-6 max-mid:p-4">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <h1 className="text-2xl font-semi tracking-[-.02em]">Board</h1>
            <DetailNext projectId={projectId} cards={cards} />
          </div>
          {cards.length === 0 && (
            <p className="text-ink-3">The board is empty. Cards are added when a plan is finished.</p>
          )}
          <div className="grid grid-cols-3 items-start gap-5 max-mid:grid-cols-1">
            {boardColumns.map((column) => (
              <Column key={column} column={column} all={cards} />
            ))}
          </div>
        </div>
      ) : (
        <Loading what="Opening the board" className="p-10 max-mid:p-4" />
      )}
    </>
  );
}

function Column({ column, all }: { column: BoardColumn; all: readonly BoardCard[] }) {
  const cards = all.filter((card) => card.column === column);
  return (
    <section aria-labelledby={`column-${column}`} className="min-w-0">
      <h2 id={`column-${column}`} className="mb-3 border-b border-line-2 pb-2 font-title">
        {capitalise(column)} <span className="text-ink-3">{cards.length}</span>
      </h2>
      <ul className="space-y-3">
        {cards.map((card) => (
          <CardView key={card.id} card={card} all={all} />
        ))}
      </ul>
    </section>
  );
}
