import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from "@tanstack/react-router";
import { HomePage } from "./features/home/home-page.tsx";
import { NeedsYou } from "./features/notices/needs-you.tsx";
import { readSearch } from "./features/wallet/statement-search.ts";
import { ErrorPage } from "./shell/error-page.tsx";
import { NotFound } from "./shell/not-found.tsx";
import { Shell } from "./shell/shell.tsx";

const root = createRootRoute({
  component: Shell,
  notFoundComponent: NotFound,
});

const home = createRoute({
  getParentRoute: () => root,
  path: "/",
  component: () => <HomePage aside={<NeedsYou />} />,
});

const project = createRoute({
  getParentRoute: () => root,
  path: "/projects/$projectId",
  component: lazyRouteComponent(() => import("./features/home/project-page.tsx"), "ProjectPage"),
});

const board = createRoute({
  getParentRoute: () => root,
  path: "/projects/$projectId/board",
  component: lazyRouteComponent(() => import("./features/board/board-page.tsx"), "BoardPage"),
});

const text = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

const session = createRoute({
  getParentRoute: () => root,
  path: "/sessions/$sessionId",
  // Without a stage the page follows the session from stage to stage.
  validateSearch: (search): { stage?: string; part?: string } => {
    const stage = text(search.stage);
    const part = text(search.part);
    return { ...(stage && { stage }), ...(part && { part }) };
  },
  component: lazyRouteComponent(() => import("./features/session/session-page.tsx"), "SessionPage"),
});

const document = createRoute({
  getParentRoute: () => root,
  path: "/documents/$documentId",
  component: lazyRouteComponent(() => import("./features/document/document-page.tsx"), "DocumentPage"),
});

const wallet = createRoute({
  getParentRoute: () => root,
  path: "/wallet",
  validateSearch: readSearch,
  component: lazyRouteComponent(() => import("./features/wallet/wallet-page.tsx"), "WalletPage"),
});

const models = createRoute({
  getParentRoute: () => root,
  path: "/models",
  component: lazyRouteComponent(() => import("./features/models/models-page.tsx"), "ModelsPage"),
});

export const router = createRouter({
  routeTree: root.addChildren([home, project, board, session, document, wallet, models]),
  defaultErrorComponent: ErrorPage,
  defaultPreload: "intent",
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
