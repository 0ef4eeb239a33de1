import type { FactCounts } from "@dialectic/contract";
import { useQuery } from "@tanstack/react-query";
import { ErrorLine } from "../../api/error-message.tsx";
import { type FactFilter, factCountsQuery, ledgerSettingsQuery } from "../../api/facts-queries.ts";
import { projectQuery } from "../../api/queries.ts";
import { FactPanel } from "../../parts/knowledge/facts/fact-panel.tsx";
import { UndoToast } from "../../parts/knowledge/facts/undo-toast.tsx";
import { type FactActions, useFactActions } from "../../parts/knowledge/facts/use-fact-actions.ts";
import { useLetterKeysSetting } from "../../parts/knowledge/use-letter-keys.ts";
import { HeaderStatus } from "../../shell/header-status.tsx";
import { LoadErrorPage } from "../../shell/load-error-page.tsx";
import { ProjectCrumbs } from "../../shell/project-crumbs.tsx";
import { Button } from "../../ui/button.tsx";
import { PageTitle } from "../../ui/page/page-title.tsx";
import { Here, TopBar } from "../../ui/page/top-bar.tsx";
import { ConflictCards } from "./conflicts/conflict-cards.tsx";
import { KeyQuestions } from "./key-questions.tsx";
import { KnownNow } from "./known-now.tsx";
import { FactHistory } from "./ledger/fact-history.tsx";
import { KeysHelp } from "./ledger/keys-help.tsx";
import { AsOfView, LedgerView } from "./ledger/ledger-view.tsx";
import { type FactSelection, useFactSelection } from "./ledger/use-fact-selection.ts";
import { AsOfPicker } from "./search/as-of-picker.tsx";
import { FactFilters } from "./search/fact-filters.tsx";
import type { FactsSearch, FactView } from "./search/facts-search.ts";
import { useFactsSearch } from "./search/use-facts-search.ts";
import { ViewTabs } from "./search/view-tabs.tsx";
import { ExtractorSetting } from "./turns/extractor-setting.tsx";
import { LastTurn } from "./turns/last-turn.tsx";
import { TurnsView } from "./turns/turns-view.tsx";
import { UnmappedStatements } from "./turns/unmapped-statements.tsx";

type PageState = {
  projectId: string;
  view: FactView;
  search: FactsSearch;
  change: ReturnType<typeof useFactsSearch>["change"];
  counts: FactCounts | undefined;
  hasExtractor: boolean;
  actions: FactActions;
};

const isList = (view: FactView): boolean => view === "all" || view === "accepted" || view === "review";

/** The facts of a project: those that wait for a decision, the ledger, conflicts, and the explanation of each fact. */
export function FactsPage() {
  const { projectId, search, change } = useFactsSearch();
  const { show: view = "all", fact: number } = search;
  const { data: project, error, refetch } = useQuery(projectQuery(projectId));
  const { data: counts } = useQuery(factCountsQuery(projectId));
  const { data: settings } = useQuery(ledgerSettingsQuery(projectId));
  const actions = useFactActions(projectId);
  const letterKeys = useLetterKeysSetting();
  const selection = useFactSelection({ projectId, view, number, change, actions, hasLetterKeys: letterKeys.isOn });

  if (!project && error) return <LoadErrorPage what="project" error={error} refetch={refetch} />;
  const hasExtractor = settings !== undefined && settings.model !== null;
  const page: PageState = { projectId, view, search, change, counts, hasExtractor, actions };
  return (
    <div className="flex h-dvh flex-col overflow-hidden max-mid:h-[calc(100dvh-64px)]">
      <PageTitle of={`Facts · ${project?.name ?? "Project"}`} />
      <TopBar
        crumbs={
          <>
            <ProjectCrumbs projectId={projectId} name={project?.name} />
            <Here>Facts</Here>
          </>
        }
      >
        <HeaderStatus />
      </TopBar>
      <Toolbar {...page} letterKeys={letterKeys} />
      <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_468px] max-full:grid-cols-[minmax(0,1fr)_400px] max-wide:grid-cols-1">
        <div className="flex min-h-0 min-w-0 flex-col">
          <View {...page} selection={selection} />
        </div>
        <Evidence projectId={projectId} actions={actions} selection={selection} />
      </div>
      <UndoToast actions={actions} />
    </div>
  );
}

type ToolbarProps = PageState & { letterKeys: ReturnType<typeof useLetterKeysSetting> };

function Toolbar({ projectId, view, search, change, counts, hasExtractor, actions, letterKeys }: ToolbarProps) {
  const { at } = search;
  return (
    <div className="flex flex-none flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-6 py-2 max-mid:px-4">
      <h1 className="sr-only">Facts</h1>
      <ViewTabs projectId={projectId} view={view} counts={counts} />
      {isList(view) && <FactFilters key={view} filters={search} onChange={change} />}
      <div className="relative ms-auto flex flex-wrap items-center gap-2 max-mid:ms-0">
        {view === "review" && counts !== undefined && counts.proposed > 0 && (
          <Button small onClick={() => void actions.act({ do: "accept-all" })}>
            Accept all {counts.proposed}
          </Button>
        )}
        {isList(view) && (
          <AsOfPicker key={at ?? ""} at={at} onChange={(moment) => change({ at: moment, fact: undefined })} />
        )}
      </div>
      <div className="flex w-full flex-wrap items-center gap-x-4 gap-y-2">
        <LastTurn projectId={projectId} hasExtractor={hasExtractor} />
        <div className="relative ms-auto flex flex-wrap items-center gap-2 max-mid:ms-0">
          <ExtractorSetting projectId={projectId} />
          <KeysHelp isOn={letterKeys.isOn} onChange={letterKeys.set} />
        </div>
      </div>
      {actions.refusal?.factId === null && view !== "history" && (
        <ErrorLine error={actions.refusal.error} className="w-full text-sm" />
      )}
    </div>
  );
}

type ViewProps = PageState & { selection: FactSelection };

function View({ projectId, view, search, change, counts, hasExtractor, actions, selection }: ViewProps) {
  const { number, open, select, onRows, onCards } = selection;
  const list = { projectId, selected: number, onSelect: select };
  switch (view) {
    case "conflicts":
      return <ConflictCards {...list} actions={actions} onCards={onCards} />;
    case "unmapped":
      return <UnmappedStatements projectId={projectId} actions={actions} />;
    case "history":
      return <FactHistory projectId={projectId} actions={actions} onOpen={open} />;
    case "questions":
      return <KeyQuestions projectId={projectId} />;
    case "turns":
      return <TurnsView projectId={projectId} hasExtractor={hasExtractor} />;
    default: {
      if (search.at) {
        return <AsOfView {...list} at={search.at} onRows={onRows} onToday={() => change({ at: undefined })} />;
      }
      const filter = filterOf(view, search);
      const total = counts && Object.keys(filter).length === 0 ? sum(counts) : undefined;
      const shown = { filter, total, actions, onRows };
      return <LedgerView key={JSON.stringify(filter)} {...list} {...shown} />;
    }
  }
}

const filterOf = (view: FactView, { scope, source, key, words }: FactsSearch): FactFilter => ({
  ...(view === "accepted" && { status: "accepted" }),
  ...(view === "review" && { status: "proposed" }),
  ...(scope && { scope }),
  ...(source && { source }),
  ...(key && { key }),
  ...(words && { search: words }),
});

type EvidenceProps = { projectId: string; actions: FactActions; selection: FactSelection };

function Evidence({ projectId, actions, selection }: EvidenceProps) {
  const { number, selected, notFound, isEditing, setIsEditing, open } = selection;
  return (
    <aside
      aria-label="Evidence"
      className={
        selected
          ? "flex min-h-0 min-w-0 flex-col border-s border-line bg-paper max-wide:fixed max-wide:inset-0 max-wide:z-10 max-wide:border-0"
          : "flex min-h-0 min-w-0 flex-col border-s border-line max-wide:hidden"
      }
    >
      {selected ? (
        <FactPanel
          projectId={projectId}
          fact={selected}
          actions={actions}
          isEditing={isEditing}
          onEdit={setIsEditing}
          onOpen={open}
          onClose={() => open(undefined)}
        />
      ) : number !== undefined && notFound ? (
        <div className="p-5">
          <ErrorLine error={notFound} />
        </div>
      ) : (
        <KnownNow projectId={projectId} onOpen={open} />
      )}
    </aside>
  );
}

const sum = ({ proposed, accepted, rejected, conflict, superseded }: FactCounts): number =>
  proposed + accepted + rejected + conflict + superseded;
