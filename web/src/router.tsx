import { createRootRoute, createRoute, createRouter, Link } from "@tanstack/react-router";
import { readCatalogueSearch } from "./features/catalogue/catalogue-search.ts";
import { readFactsSearch } from "./features/facts/search/facts-search.ts";
import { HomePage } from "./features/home/home-page.tsx";
import { NeedsYou } from "./features/inbox/needs-you.tsx";
import { readItemsSearch } from "./features/items/items-search.ts";
import { readSearch } from "./features/wallet/statement-search.ts";
import { preloadChat } from "./shell/chat-panel-slot.tsx";
import { ErrorPage } from "./shell/error-page.tsx";
import { lazyPage } from "./shell/lazy-page.tsx";
import { Shell } from "./shell/shell.tsx";
import { buttonLook } from "./ui/button.tsx";
import { MessagePage } from "./ui/page/message-page.tsx";

/**
 * The code of a page is loaded when that page is opened. Soon after the first page is shown, the code of all other pages is
 * loaded too, so that they can be opened even if the server is down.
 */
const pages = {
  projectPage: lazyPage(async () => (await import("./features/home/project-page.tsx")).ProjectPage),
  planPage: lazyPage(async () => (await import("./features/plan/plan-page.tsx")).PlanPage),
  boardPage: lazyPage(async () => (await import("./features/board/board-page.tsx")).BoardPage),
  factsPage: lazyPage(async () => (await import("./features/facts/facts-page.tsx")).FactsPage),
  itemsPage: lazyPage(async () => (await import("./features/items/items-page.tsx")).ItemsPage),
  cataloguePage: lazyPage(async () => (await import("./features/catalogue/catalogue-page.tsx")).CataloguePage),
  pricesPage: lazyPage(async () => (await import("./features/catalogue/prices-page.tsx")).PricesPage),
  sessionPage: lazyPage(async () => (await import("./features/session/session-page.tsx")).SessionPage),
  documentPage: lazyPage(async () => (await import("./features/document/document-page.tsx")).DocumentPage),
  walletPage: lazyPage(async () => (await import("./features/wallet/wallet-page.tsx")).WalletPage),
  historyPage: lazyPage(async () => (await import("./features/notifications/history-page.tsx")).HistoryPage),
  modelsPage: lazyPage(async () => (await import("./features/models/models-page.tsx")).ModelsPage),
};

export const preloadPages = (): Promise<unknown> =>
  Promise.all([...Object.values(pages).map((page) => page.preload()), preloadChat()]);

const root = createRootRoute({
  component: Shell,
  notFoundComponent: NotFound,
});

/** Turns a URL parameter back into text, because the router parses numbers and booleans. */
const text = (value: unknown): string | undefined =>
  ["string", "number", "boolean"].includes(typeof value) && value !== "" ? String(value) : undefined;

const home = createRoute({
  getParentRoute: () => root,
  path: "/",
  validateSearch: (params): { search?: string } => {
    const search = text(params.search);
    return search ? { search } : {};
  },
  component: () => <HomePage aside={<NeedsYou />} />,
});

const project = createRoute({
  getParentRoute: () => root,
  path: "/projects/$projectId",
  component: pages.projectPage,
});

const board = createRoute({
  getParentRoute: () => root,
  path: "/projects/$projectId/board",
  component: pages.boardPage,
});

const facts = createRoute({
  getParentRoute: () => root,
  path: "/projects/$projectId/facts",
  validateSearch: readFactsSearch,
  component: pages.factsPage,
});

const items = createRoute({
  getParentRoute: () => root,
  path: "/projects/$projectId/items",
  validateSearch: readItemsSearch,
  component: pages.itemsPage,
});

const session = createRoute({
  getParentRoute: () => root,
  path: "/sessions/$sessionId",
  // If the URL names no stage, the page follows the session from stage to stage.
  validateSearch: (search): { stage?: string; part?: string } => {
    const stage = text(search.stage);
    const part = text(search.part);
    return { ...(stage && { stage }), ...(part && { part }) };
  },
  component: pages.sessionPage,
});

const plan = createRoute({
  getParentRoute: () => root,
  path: "/sessions/$sessionId/plan",
  validateSearch: (search): { iteration?: number } => {
    const iteration = Number(search.iteration);
    return Number.isSafeInteger(iteration) && iteration > 0 ? { iteration } : {};
  },
  component: pages.planPage,
});

const document = createRoute({
  getParentRoute: () => root,
  path: "/documents/$documentId",
  component: pages.documentPage,
});

const wallet = createRoute({
  getParentRoute: () => root,
  path: "/wallet",
  validateSearch: readSearch,
  component: pages.walletPage,
});

const models = createRoute({
  getParentRoute: () => root,
  path: "/models",
  component: pages.modelsPage,
});

const catalogue = createRoute({
  getParentRoute: () => root,
  path: "/catalogue",
  validateSearch: readCatalogueSearch,
  component: pages.cataloguePage,
});

const prices = createRoute({
  getParentRoute: () => root,
  path: "/prices",
  validateSearch: readCatalogueSearch,
  component: pages.pricesPage,
});

const history = createRoute({
  getParentRoute: () => root,
  path: "/history",
  component: pages.historyPage,
});

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    project,
    board,
    facts,
    items,
    session,
    plan,
    document,
    wallet,
    models,
    catalogue,
    prices,
    history,
  ]),
  defaultErrorComponent: ErrorPage,
  defaultPreload: "intent",
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}

function NotFound() {
  return (
    <MessagePage
      icon="document"
      title="Page not found"
      actions={
        <Link to="/" className={buttonLook({ variant: "primary" })}>
          Go home
        </Link>
      }
    >
      <p>The link may be outdated, or it may belong to another data folder.</p>
    </MessagePage>
  );
}
