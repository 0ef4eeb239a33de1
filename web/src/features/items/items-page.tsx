import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";
import { client } from "../../api/client.ts";
import { ErrorLine } from "../../api/error-message.tsx";
import { itemsQuery } from "../../api/items-queries.ts";
import { projectQuery } from "../../api/queries.ts";
import { DraftForm } from "../../parts/drafts/draft-form.tsx";
import { UndoToast } from "../../parts/knowledge/facts/undo-toast.tsx";
import { KnowledgeIcon } from "../../parts/knowledge/knowledge-icon.tsx";
import { useLetterKeys, useLetterKeysSetting } from "../../parts/knowledge/use-letter-keys.ts";
import { HeaderStatus } from "../../shell/header-status.tsx";
import { LoadErrorPage } from "../../shell/load-error-page.tsx";
import { ProjectCrumbs } from "../../shell/project-crumbs.tsx";
import { cx } from "../../ui/cx.ts";
import { EmptyState } from "../../ui/page/empty-state.tsx";
import { PageTitle } from "../../ui/page/page-title.tsx";
import { Loading } from "../../ui/page/skeleton.tsx";
import { Here, TopBar } from "../../ui/page/top-bar.tsx";
import { ItemLines } from "./item-lines.tsx";
import { ItemPanel } from "./item-panel.tsx";
import type { ItemsSearch } from "./items-search.ts";
import { ItemsTable } from "./items-table.tsx";
import { LinePanel } from "./line-panel.tsx";
import { useItemActions } from "./use-item-actions.ts";
import { WhyPanel } from "./why-panel.tsx";

/** The items of a project: their values and explanations of them, their lines, and the earlier prices for a line. */
export function ItemsPage() {
  const { projectId } = useParams({ from: "/projects/$projectId/items" });
  const search = useSearch({ from: "/projects/$projectId/items" });
  const navigate = useNavigate();
  const show = useCallback(
    (next: ItemsSearch) => {
      const to = "/projects/$projectId/items" as const;
      void navigate({ to, params: { projectId }, search: next, replace: true, resetScroll: false });
    },
    [navigate, projectId],
  );
  const { data: project, error, refetch } = useQuery(projectQuery(projectId));
  const { data: items } = useQuery(itemsQuery(projectId));
  const actions = useItemActions(projectId);
  const { isOn } = useLetterKeysSetting();
  const item = items?.find(({ id }) => id === search.item) ?? items?.[0];
  const open = item && search.item === item.id ? search : {};
  const close = () => show(item ? { item: item.id } : {});
  useLetterKeys(
    [
      ["z", () => void actions.undo()],
      ["Z", () => void actions.redo()],
    ],
    isOn,
  );
  useLetterKeys([["Escape", () => (open.field || open.line ? close() : false)]], true);

  if (!project && error) return <LoadErrorPage what="project" error={error} refetch={refetch} />;
  const add = async (name: string) =>
    actions.run(`Added ${name}`, async () => {
      const made = await client.createItem({ params: { projectId }, body: { name } });
      show({ item: made.item.id });
      return { action: null };
    });
  const isPanelOpen = open.field !== undefined || open.line !== undefined;
  return (
    <div className="flex h-dvh flex-col overflow-hidden max-mid:h-[calc(100dvh-64px)]">
      <PageTitle of={`Items · ${project?.name ?? "Project"}`} />
      <TopBar
        crumbs={
          <>
            <ProjectCrumbs projectId={projectId} name={project?.name} />
            <Here>Items</Here>
          </>
        }
      >
        <HeaderStatus />
      </TopBar>
      <div className="flex flex-none flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-6 py-2 max-mid:px-4">
        <h1 className="text-xl font-title tracking-[-.012em]">Items</h1>
        <p className="text-xs text-ink-3 max-mid:sr-only">
          Values with a dotted underline come from your words: open one to see the quote.{" "}
          <span className="inline-flex translate-y-0.5">
            <KnowledgeIcon name="hand" size={13} />
          </span>{" "}
          marks a value set by hand, which overrides facts until you clear it.
        </p>
        <Link to="/catalogue" className="ms-auto text-xs text-ink-2 hover:text-ink">
          Catalogue and prices
        </Link>
        <ErrorLine error={actions.refusal} className="w-full text-sm" />
      </div>
      <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_520px] max-full:grid-cols-[minmax(0,1fr)_400px] max-wide:block max-wide:overflow-auto">
        <section
          aria-label="Items"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
          tabIndex={0}
          className="min-h-0 min-w-0 overflow-auto -outline-offset-2 max-wide:overflow-visible"
        >
          {!items && <Loading what="Reading the items" className="p-6" />}
          {items?.length === 0 && (
            <div className="p-6 max-mid:p-4">
              <EmptyState level={2} title="No items yet">
                Items are the things that the project is about, such as a backdrop or a floor. Add the first item below.
                Facts that you state about it appear here, each with the words it came from.
              </EmptyState>
            </div>
          )}
          {items && items.length > 0 && (
            <div className="relative overflow-x-auto">
              <ItemsTable
                items={items}
                selected={item?.id}
                onOpen={(itemId) => show({ item: itemId })}
                onWhy={(itemId, field) => show({ item: itemId, field })}
              />
            </div>
          )}
          {items && (
            <div className="max-w-[640px] px-6 pt-4 max-mid:px-4">
              <DraftForm subject={{ kind: "new-item", projectId }} label="New item" submit="Add item" onSave={add} />
            </div>
          )}
          {item && (
            <ItemLines
              projectId={projectId}
              item={item}
              selected={open.line}
              actions={actions}
              onOpen={(line) => show({ item: item.id, line })}
            />
          )}
        </section>
        <aside
          aria-label={open.line ? "Line" : open.field ? "Reason" : "Item"}
          className={cx(
            "flex min-h-0 min-w-0 flex-col border-s border-line max-wide:border-0",
            isPanelOpen ? "bg-paper max-wide:fixed max-wide:inset-0 max-wide:z-10" : "max-wide:border-t",
          )}
        >
          {item && open.field ? (
            <WhyPanel
              key={`${item.id} ${open.field}`}
              projectId={projectId}
              item={item}
              field={open.field}
              actions={actions}
              onClose={close}
            />
          ) : item && open.line ? (
            <LinePanel key={open.line} projectId={projectId} lineId={open.line} actions={actions} onClose={close} />
          ) : (
            item && (
              <ItemPanel
                item={item}
                others={(items ?? []).filter(({ id }) => id !== item.id)}
                actions={actions}
                onWhy={(field) => show({ item: item.id, field })}
              />
            )
          )}
        </aside>
      </div>
      <UndoToast actions={actions} />
    </div>
  );
}
