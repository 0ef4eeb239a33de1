import { HeaderStatus } from "../../shell/header-status.tsx";
import { PageTitle } from "../../ui/page/page-title.tsx";
import { Here, TopBar } from "../../ui/page/top-bar.tsx";
import { ProjectList } from "./project-list.tsx";
import { StartBox } from "./start-box.tsx";

/** The home page: the box to start a project, the list of projects and, in `aside`, the inbox. */
export function HomePage({ aside }: { aside: React.ReactNode }) {
  return (
    <>
      <PageTitle of="Home" />
      <TopBar crumbs={<Here>Home</Here>}>
        <HeaderStatus />
      </TopBar>
      <div className="grid max-w-[1280px] grid-cols-[minmax(0,1fr)_408px] gap-10 px-10 pt-10 pb-12 max-wide:grid-cols-1 max-wide:p-6 max-mid:gap-7 max-mid:p-4">
        <div className="min-w-0 space-y-10">
          <StartBox />
          <ProjectList />
        </div>
        <aside className="min-w-0" aria-label="Inbox">
          {aside}
        </aside>
      </div>
    </>
  );
}
