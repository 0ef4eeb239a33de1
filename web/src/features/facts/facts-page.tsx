import type { Fact } from "@dialectic/contract";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useCallback, useRef, useState } from "react";
import { ErrorLine } from "../../api/error-message.tsx";
import { type FactFilter, factByNumberQuery, factCountsQuery, ledgerSettingsQuery } from "../../api/facts-queries.ts";
import { projectQuery } from "../../api/queries.ts";
import { isPending } from "../../parts/knowledge/facts/describe-fact.ts";
import { FactPanel } from "../../parts/knowledge/facts/fact-panel.tsx";
import { UndoToast } from "../../parts/knowledge/facts/undo-toast.tsx";
import { useFactActions } from "../../parts/knowledge/facts/use-fact-actions.ts";
import { useLetterKeys, useLetterKeysSetting } from "../../parts/knowledge/use-letter-keys.ts";
import { HeaderStatus } from "../../shell/header-status.tsx";
import { LoadErrorPage } from "../../shell/load-error-page.tsx";
import { Button } from "../../ui/button.tsx";
import { PageTitle } from "../../ui/page/page-title.tsx";
import { Crumb, Here, TopBar } from "../../ui/page/top-bar.tsx";
import { ConflictCards } from "./conflicts/conflict-cards.tsx";
import { KeyQuestions } from "./key-questions.tsx";
import { KnownNow } from "./known-now.tsx";
import { FactHistory } from "./ledger/fact-history.tsx";
import { KeysHelp } from "./ledger/keys-help.tsx";
import { AsOfView, LedgerView } from "./ledger/ledger-view.tsx";
import { AsOfPicker } from "./search/as-of-picker.tsx";
import { FactFilters } from "./search/fact-filters.tsx";
import { useFactsSearch } from "./search/use-facts-search.ts";
import { ViewTabs } from "./search/view-tabs.tsx";
import { ExtractorSetting } from "./turns/extractor-setting.tsx";
import { LastTurn } from "./turns/last-turn.tsx";
import { TurnsView } from "./turns/turns-view.tsx";
import { UnmappedStatements } from "./turns/unmapped-statements.tsx";

const noNames: ReadonlyMap<string, string> = new Map();

/** The facts of a project: what waits for a decision, the ledger, contradictions, and the explanation of each fact. */
export function FactsPage() {
  const { projectId, search, change } = useFactsSearch();
  const { show: view = "all", fact: number, at } = search;
  const { data: project, error, refetch } = useQuery(projectQuery(projectId));
  const { data: counts } = useQuery(factCountsQuery(projectId));
  const { data: settings } = useQuery(ledgerSettingsQuery(projectId));
  const actions = useFactActions(projectId);
  const keysSetting = useLetterKeysSetting();
  const [isEditing, setIsEditing] = useState(false);

  const rows = useRef<readonly Fact[]>([]);
  const sides = useRef<readonly Fact[]>([]);
  const onRows = useCallback((next: readonly Fact[]) => {
    rows.current = next;
  }, []);
  const onCards = useCallback((cards: readonly Fact[], chosenFrom: readonly Fact[]) => {
    rows.current = cards;
    sides.current = chosenFrom;
  }, []);
  const open = useCallback(
    (next: number | undefined) => {
      setIsEditing(false);
      change({ fact: next });
    },
    [change],
  );
  const select = useCallback((fact: Fact) => open(fact.number), [open]);

  const listed = rows.current.find((fact) => fact.number === number);
  const { data: found, error: notFound } = useQuery({
    ...factByNumberQuery(projectId, number ?? 0),
    enabled: number !== undefined,
  });
  const current = found?.number === number ? found : listed;
  const selected = current && (actions.decided.get(current.id) ?? current);

  const step = (by: number) => {
    const place = rows.current.findIndex((fact) => fact.number === number);
    const next = rows.current[Math.max(0, Math.min(rows.current.length - 1, place + by))];
    if (!next) return false;
    open(next.number);
    return true;
  };
  const decide = (decision: "accept" | "reject") => {
    if (!selected || (decision === "accept" ? selected.status === "accepted" : !isPending(selected))) return false;
    void actions.act({ do: decision, fact: selected });
    // The next one that waits, as in a queue.
    if (view === "review") step(1);
    return true;
  };
  const choose = (index: number) => {
    const fact = sides.current[index];
    if (view !== "conflicts" || !fact) return false;
    const waits = sides.current.some(({ id, status }) => (actions.decided.get(id)?.status ?? status) === "conflict");
    if (waits) void actions.act({ do: "choose", fact }, sides.current);
    return waits;
  };
  useLetterKeys(
    [
      ["j", () => step(1)],
      ["k", () => step(-1)],
      ["a", () => decide("accept")],
      ["r", () => decide("reject")],
      ["e", () => selected !== undefined && setIsEditing(true)],
      ["1", () => choose(0)],
      ["2", () => choose(1)],
      ["z", () => void actions.undo()],
      ["Z", () => void actions.redo()],
    ],
    keysSetting.isOn,
  );
  useLetterKeys([["Escape", () => (number === undefined ? false : open(undefined))]], true);

  if (!project && error) return <LoadErrorPage what="project" error={error} refetch={refetch} />;
  const isList = view === "all" || view === "accepted" || view === "review";
  const filter: FactFilter = {
    ...(view === "accepted" && { status: "accepted" }),
    ...(view === "review" && { status: "proposed" }),
    ...(search.scope && { scope: search.scope }),
    ...(search.source && { source: search.source }),
    ...(search.key && { key: search.key }),
    ...(search.words && { search: search.words }),
  };
  const hasExtractor = settings !== undefined && settings.model !== null;
  return (
    <div className="flex h-dvh flex-col overflow-hidden max-mid:h-[calc(100dvh-64px)]">
      <PageTitle of={`Facts · ${project?.name ?? "Project"}`} />
      <TopBar
        crumbs={
          <>
            <Crumb>
              <Link to="/">Projects</Link>
            </Crumb>
            <Crumb>
              <Link to="/projects/$projectId" params={{ projectId }}>
                <bdi>{project?.name ?? "…"}</bdi>
              </Link>
            </Crumb>
            <Here>Facts</Here>
          </>
        }
      >
        <HeaderStatus />
      </TopBar>
      <div className="flex flex-none flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-6 py-2 max-mid:px-4">
        <h1 className="sr-only">Facts</h1>
        <ViewTabs projectId={projectId} view={view} counts={counts} />
        {isList && <FactFilters key={view} filters={search} onChange={change} />}
        <div className="relative ms-auto flex flex-wrap items-center gap-2 max-mid:ms-0">
          {view === "review" && counts !== undefined && counts.proposed > 0 && (
            <Button small onClick={() => void actions.act({ do: "accept-all" })}>
              Accept all {counts.proposed}
            </Button>
          )}
          {isList && (
            <AsOfPicker key={at ?? ""} at={at} onChange={(moment) => change({ at: moment, fact: undefined })} />
          )}
        </div>
        <div className="flex w-full flex-wrap items-center gap-x-4 gap-y-2">
          <LastTurn projectId={projectId} hasExtractor={hasExtractor} />
          <div className="relative ms-auto flex flex-wrap items-center gap-2 max-mid:ms-0">
            <ExtractorSetting projectId={projectId} />
            <KeysHelp isOn={keysSetting.isOn} onChange={keysSetting.set} />
          </div>
        </div>
        {actions.refusal?.factId === null && view !== "history" && (
          <ErrorLine error={actions.refusal.error} className="w-full text-sm" />
        )}
      </div>
      <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_468px] max-full:grid-cols-[minmax(0,1fr)_400px] max-wide:grid-cols-1">
        <div className="flex min-h-0 min-w-0 flex-col">
          {isList && !at && (
            <LedgerView
              key={JSON.stringify(filter)}
              projectId={projectId}
              filter={filter}
              total={counts && Object.keys(filter).length === 0 ? sum(counts) : undefined}
              selected={number}
              itemNames={noNames}
              actions={actions}
              onSelect={select}
              onRows={onRows}
            />
          )}
          {isList && at && (
            <AsOfView
              projectId={projectId}
              at={at}
              selected={number}
              itemNames={noNames}
              onSelect={select}
              onRows={onRows}
              onToday={() => change({ at: undefined })}
            />
          )}
          {view === "conflicts" && (
            <ConflictCards
              projectId={projectId}
              selected={number}
              itemNames={noNames}
              actions={actions}
              onSelect={select}
              onCards={onCards}
            />
          )}
          {view === "unmapped" && <UnmappedStatements projectId={projectId} actions={actions} />}
          {view === "history" && <FactHistory projectId={projectId} actions={actions} onOpen={open} />}
          {view === "questions" && <KeyQuestions projectId={projectId} />}
          {view === "turns" && <TurnsView projectId={projectId} hasExtractor={hasExtractor} />}
        </div>
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
      </div>
      <UndoToast actions={actions} />
    </div>
  );
}

const sum = ({ proposed, accepted, rejected, conflict, superseded }: Record<string, number>): number =>
  (proposed ?? 0) + (accepted ?? 0) + (rejected ?? 0) + (conflict ?? 0) + (superseded ?? 0);
