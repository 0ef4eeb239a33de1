/**
 * Calls the API within this process as the browser would. Returns the answer as JSON text, or null if there is none.
 */
export type Ask = (path: string) => Promise<string | null>;

/** The requests that a page of the web app makes before it can show anything, at the addresses that its client uses. */
export type FirstPage = {
  /** The source file of the page's code, as the build's manifest names it; null if the code is part of the entry. */
  module: string | null;
  read(ask: Ask): Promise<unknown>;
};

const inEveryPage = ["/api/projects", "/api/inbox?limit=1", "/api/wallet"];
/** Only the first documents of a stage are sent along: they fill the screen. */
const shownDocuments = 4;

type Listed = {
  id: string;
  stage: string;
  iteration: number;
  kind: string;
  intermediate: boolean;
  replacedBy: unknown;
};

/**
 * The pages whose first answers are sent along with the document, so that they can be shown without further requests.
 * Any other page or answer is requested as usual.
 */
export function firstPageOf(address: URL): FirstPage | null {
  const { pathname, searchParams } = address;
  if (pathname === "/") {
    const paths = [...inEveryPage, "/api/inbox?limit=30", "/api/models", "/api/processes"];
    return { module: null, read: (ask) => Promise.all(paths.map(ask)) };
  }
  const sessionId = pathname.match(/^\/sessions\/([\w-]+)$/)?.[1];
  if (sessionId) {
    const module = "src/features/session/session-page.tsx";
    return { module, read: (ask) => readSession(ask, sessionId, searchParams.get("stage")) };
  }
  const documentId = pathname.match(/^\/documents\/([\w-]+)$/)?.[1];
  if (documentId) {
    const module = "src/features/document/document-page.tsx";
    return { module, read: (ask) => Promise.all([`/api/documents/${documentId}`, ...inEveryPage].map(ask)) };
  }
  return null;
}

/** Reads the session, its documents, and the texts of the shown stage's documents. */
async function readSession(ask: Ask, sessionId: string, chosen: string | null): Promise<void> {
  const others = Promise.all(inEveryPage.map(ask));
  const [session, documents] = await Promise.all([
    ask(`/api/sessions/${sessionId}`),
    ask(`/api/sessions/${sessionId}/documents`),
  ]);
  if (session !== null && documents !== null) {
    const { currentStage, stages } = JSON.parse(session) as {
      currentStage: string;
      stages: { stage: string; iteration: number }[];
    };
    const stage = stages.find((one) => one.stage === chosen) ?? stages.find((one) => one.stage === currentStage);
    const shown = (JSON.parse(documents) as { items: Listed[] }).items.filter(
      (one) =>
        one.stage === stage?.stage &&
        one.iteration === stage.iteration &&
        one.kind === "whole" &&
        !one.intermediate &&
        one.replacedBy === null,
    );
    await Promise.all(shown.slice(0, shownDocuments).map(({ id }) => ask(`/api/documents/${id}`)));
  }
  await others;
}
