import { Standing } from "../../shell/standing.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { Here, TopBar } from "../../ui/top-bar.tsx";
import { ProjectList } from "./project-list.tsx";
import { StartBox } from "./start-box.tsx";

/** One box to start, what you have, and (from whoever composes the page) what waits for you. */
export function HomePage({ aside }: { aside: React.ReactNode }) {
  return (
    <>
      <PageTitle of="Home" />
      <TopBar crumbs={<Here>Home</Here>}>
        <Standing />
      </TopBar>
      <div className="grid max-w-[1280px] grid-cols-[minmax(0,1fr)_408px] gap-10 px-10 pt-10 pb-12 max-wide:grid-cols-1 max-wide:p-6 max-mid:gap-7 max-mid:p-4">
        <div className="min-w-0 space-y-10">
          <StartBox />
          <ProjectList />
        </div>
        <aside className="min-w-0" aria-label="What waits for you">
          {aside}
        </aside>
      </div>
    </>
  );
}
