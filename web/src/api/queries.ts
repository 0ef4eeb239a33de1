import type { DocumentSummary } from "@dialectic/contract";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { client } from "./client.ts";

/** Query keys. The code in `live` invalidates queries by the beginning of their keys. */
export const keys = {
  projects: ["projects"] as const,
  project: (projectId: string) => ["projects", projectId] as const,
  session: (sessionId: string) => ["session", sessionId] as const,
  documents: (sessionId: string) => ["session", sessionId, "documents"] as const,
  feedback: (sessionId: string) => ["session", sessionId, "feedback"] as const,
  document: (documentId: string) => ["document", documentId] as const,
  /**
   * The facts, blocks and items of a project. This key does not start with the project's key, because most events of a
   * project change none of them.
   */
  knowledge: (projectId: string) => ["knowledge", projectId] as const,
  inbox: ["inbox"] as const,
  notifications: ["notifications"] as const,
  models: ["models"] as const,
  providerKeys: ["provider-keys"] as const,
  wallet: ["wallet"] as const,
  waits: ["waits"] as const,
  conversations: ["conversations"] as const,
  conversation: (conversationId: string) => ["conversation", conversationId] as const,
};

export const modelsQuery = queryOptions({
  queryKey: keys.models,
  queryFn: async () => (await client.listModels()).items,
  staleTime: Number.POSITIVE_INFINITY,
});

/** A person may edit the configuration files at any time, so every page that shows them reads them again. */
export const configurationQuery = queryOptions({
  queryKey: ["configuration"],
  queryFn: () => client.getConfiguration(),
});

export const providerKeysQuery = queryOptions({
  queryKey: keys.providerKeys,
  queryFn: async () => (await client.listProviderKeys()).items,
});

export const processesQuery = queryOptions({
  queryKey: ["processes"],
  queryFn: async () => (await client.listProcesses()).items,
  staleTime: Number.POSITIVE_INFINITY,
});

const firstPage = (): string | null => null;

/** The projects that match a search, or all projects, newest first, page by page. */
export const projectsQuery = (search = "") =>
  infiniteQueryOptions({
    queryKey: [...keys.projects, "list", search],
    queryFn: ({ pageParam }) =>
      client.listProjects({ query: { ...(search && { search }), ...(pageParam && { after: pageParam }) } }),
    initialPageParam: firstPage(),
    getNextPageParam: (last) => last.next,
  });

export const projectQuery = (projectId: string) =>
  queryOptions({
    queryKey: keys.project(projectId),
    queryFn: () => client.getProject({ params: { projectId } }),
  });

/** The query's key starts with the project's key, so that every event of the project invalidates it. */
export const boardQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...keys.project(projectId), "board"],
    queryFn: async () => (await client.getBoard({ params: { projectId } })).cards,
  });

/** The quote for detailing the next milestones. */
export const iterationQuoteQuery = (sessionId: string) =>
  queryOptions({
    queryKey: [...keys.session(sessionId), "iteration-quote"],
    queryFn: () => client.quoteIteration({ params: { sessionId } }),
  });

/** The project's sessions, newest first, page by page. */
export const sessionsQuery = (projectId: string) =>
  infiniteQueryOptions({
    queryKey: [...keys.project(projectId), "sessions"],
    queryFn: ({ pageParam }) =>
      client.listSessions({ params: { projectId }, query: { ...(pageParam && { after: pageParam }) } }),
    initialPageParam: firstPage(),
    getNextPageParam: (last) => last.next,
  });

/** The newest session with a finished plan; null if there is none. */
export const finishedSessionQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...keys.project(projectId), "finished-session"],
    queryFn: async () => {
      const query = { status: "iteration_complete", limit: "1" } as const;
      return (await client.listSessions({ params: { projectId }, query })).items[0] ?? null;
    },
  });

/**
 * A waiting session is polled, because another session may be the first to notice that the provider has recovered, and that
 * session's events do not name this one.
 */
const whileWaitingMs = 5_000;

export const sessionQuery = (sessionId: string) =>
  queryOptions({
    queryKey: keys.session(sessionId),
    queryFn: () => client.getSession({ params: { sessionId } }),
    refetchInterval: ({ state }) =>
      state.data?.stages.some((stage) => stage.waits.length > 0) ? whileWaitingMs : false,
  });

/** The plan of an iteration, by default of the newest finished iteration. The query's key starts with the session's key. */
export const planQuery = (sessionId: string, iteration: number | undefined) =>
  queryOptions({
    queryKey: [...keys.session(sessionId), "plan", iteration ?? null],
    queryFn: () => client.getPlan({ params: { sessionId }, query: { ...(iteration !== undefined && { iteration }) } }),
  });

/** All documents of the session, because its pages compare and count them. */
export const documentsQuery = (sessionId: string) =>
  queryOptions({
    queryKey: keys.documents(sessionId),
    queryFn: async () => {
      const documents: DocumentSummary[] = [];
      for (let after: string | null | undefined; after !== null; ) {
        const page = await client.listDocuments({ params: { sessionId }, query: { ...(after && { after }) } });
        documents.push(...page.items);
        after = page.next;
      }
      return documents;
    },
  });

export const feedbackQuery = (sessionId: string) =>
  queryOptions({
    queryKey: keys.feedback(sessionId),
    queryFn: async () => (await client.listFeedback({ params: { sessionId }, query: {} })).items,
  });

export const questionsQuery = (sessionId: string) =>
  queryOptions({
    queryKey: [...keys.session(sessionId), "questions"],
    queryFn: async () => (await client.getQuestions({ params: { sessionId } })).items,
  });

export const claimsQuery = (sessionId: string) =>
  queryOptions({
    queryKey: [...keys.session(sessionId), "claims"],
    queryFn: () => client.getClaims({ params: { sessionId } }),
  });

export const scoresQuery = (sessionId: string) =>
  queryOptions({
    queryKey: [...keys.session(sessionId), "scores"],
    queryFn: () => client.getScores({ params: { sessionId } }),
  });

/**
 * The text of a document. It is fetched once, and refetched only after an edit. The document's current state is in the list
 * of documents.
 */
export const documentQuery = (documentId: string) =>
  queryOptions({
    queryKey: keys.document(documentId),
    queryFn: () => client.getDocument({ params: { documentId } }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/**
 * A document's text with numbers and links for its references. The key starts with the session's key, because numbers are
 * assigned when a stage ends.
 */
export const linkedDocumentQuery = (sessionId: string, documentId: string) =>
  queryOptions({
    queryKey: [...keys.session(sessionId), "linked", documentId],
    queryFn: () => client.getLinkedDocument({ params: { documentId } }),
  });

/** One version of a document, which never changes. */
export const documentVersionQuery = (documentId: string, version: number) =>
  queryOptions({
    queryKey: [...keys.document(documentId), "version", version],
    queryFn: () => client.readDocumentVersion({ params: { documentId, version } }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The quote for regenerating a document. The key contains the version, because an edit may change the price. */
export const regenerationQuoteQuery = (documentId: string, version: number) =>
  queryOptions({
    queryKey: [...keys.document(documentId), "regeneration-quote", version],
    queryFn: () => client.quoteRegeneration({ params: { documentId } }),
  });

/**
 * The quote for regenerating all stale documents. The key starts with the session's key, because any change to the session
 * may change the price.
 */
export const staleQuoteQuery = (sessionId: string) =>
  queryOptions({
    queryKey: [...keys.session(sessionId), "stale-quote"],
    queryFn: () => client.quoteStale({ params: { sessionId } }),
  });

/** The receipts of a document's prompts, which never change. */
export const receiptsQuery = (documentId: string) =>
  queryOptions({
    queryKey: [...keys.document(documentId), "receipts"],
    queryFn: async () => (await client.listReceipts({ params: { documentId } })).items,
    staleTime: Number.POSITIVE_INFINITY,
  });
