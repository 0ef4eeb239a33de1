import { ApiError, type ProjectId } from "@dialectic/contract";
import type { TestHttp } from "../http.fixture.ts";
import { useKnowledge } from "./use-knowledge.fixture.ts";

/** Something that a user did with a project and that ended with an unexpected error. */
export type Broken = { did: string; why: string };

/** The limit for one request: a request that takes longer is in an endless loop. */
const longest = 20_000;

/**
 * Does everything that a user can do with a project over the API, then deletes it. Refusals with a typed error are
 * fine.
 */
export async function useProject({ client, send }: TestHttp, projectId: ProjectId): Promise<Broken[]> {
  const broken: Broken[] = [];
  let isStuck = false;
  const attempt = async <T>(did: string, act: () => Promise<T>): Promise<T | undefined> => {
    if (isStuck) return undefined;
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      isStuck = true;
      reject(new Error(`no answer in ${longest} ms`));
    }, longest);
    try {
      return await Promise.race([act(), late]);
    } catch (error) {
      const status = error instanceof ApiError ? error.problem.status : 0;
      if (status < 400 || status >= 500)
        broken.push({ did, why: String(error instanceof ApiError ? error.problem.detail : error).slice(0, 300) });
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  };
  const ofProject = { params: { projectId } };
  await useKnowledge(client, projectId, attempt);
  await attempt("listProjects", () => client.listProjects({ query: {} }));
  await attempt("getProject", () => client.getProject(ofProject));
  const files = (await attempt("listProjectFiles", () => client.listProjectFiles(ofProject)))?.items ?? [];
  for (const { path } of files) {
    if (/(^|\/)\.{1,2}(\/|$)|^\/|\\|\0/.test(path))
      broken.push({ did: "listProjectFiles", why: `a file is at ${path}` });
  }
  for (const { path } of files.slice(0, 3)) {
    await attempt("readProjectFile", () => client.readProjectFile({ ...ofProject, query: { path } }));
  }
  const cards = (await attempt("getBoard", () => client.getBoard(ofProject)))?.cards ?? [];
  const sessions = (await attempt("listSessions", () => client.listSessions(ofProject)))?.items ?? [];
  const jobs = (await attempt("listJobs", () => client.listJobs({ query: {} })))?.items ?? [];
  for (const { id } of jobs.slice(0, 3)) await attempt("getJob", () => client.getJob({ params: { jobId: id } }));
  await attempt("listInbox", () => client.listInbox({ query: {} }));
  await attempt("listNotifications", () => client.listNotifications({ query: {} }));
  await attempt("getStatement", () => client.getStatement({ query: { project: projectId } }));
  await attempt("createQuote", () => client.createQuote({ body: { projectId, models: ["rehearsal/atlas"] } }));
  await attempt("listProcesses", () => client.listProcesses());
  await attempt("listDomains", () => client.listDomains());
  for (const { id: sessionId, stages, currentStage } of sessions) {
    const of = { params: { sessionId } };
    await attempt("getSession", () => client.getSession(of));
    await attempt("getClaims", () => client.getClaims(of));
    await attempt("getScores", () => client.getScores(of));
    const questions = (await attempt("getQuestions", () => client.getQuestions(of)))?.items ?? [];
    await attempt("listFeedback", () => client.listFeedback({ ...of, query: {} }));
    await attempt("getBudget", () => client.getBudget(of));
    await attempt("quoteStale", () => client.quoteStale(of));
    await attempt("quoteIteration", () => client.quoteIteration(of));
    await attempt("listJobs of a session", () => client.listJobs({ query: { session: sessionId } }));
    for (const { stage } of stages) {
      await attempt("listLabels", () => client.listLabels({ params: { sessionId, stage } }));
      await attempt("readSeedPrompt", () => client.readSeedPrompt({ params: { sessionId, stage } }));
    }
    const documents = (await attempt("listDocuments", () => client.listDocuments({ ...of, query: {} })))?.items ?? [];
    for (const { id: documentId, version } of [...documents.slice(0, 2), ...documents.slice(-2)]) {
      const ofDocument = { params: { documentId } };
      await attempt("getDocument", () => client.getDocument(ofDocument));
      await attempt("listReceipts", () => client.listReceipts(ofDocument));
      await attempt("getDocumentChecks", () => client.getDocumentChecks(ofDocument));
      await attempt("getLinkedDocument", () => client.getLinkedDocument(ofDocument));
      await attempt("readDocumentVersion", () => client.readDocumentVersion({ params: { documentId, version } }));
      await attempt("quoteRegeneration", () => client.quoteRegeneration(ofDocument));
    }
    const [question] = questions;
    if (question) {
      const answered = { params: { sessionId, number: question.number }, body: { answer: "Yes." } };
      await attempt("answerQuestion", () => client.answerQuestion(answered));
    }
    const edited = documents.findLast(({ kind }) => kind === "whole");
    if (edited) {
      const edit = {
        params: { documentId: edited.id },
        body: { markdown: "# Mine\n\nNew.\n", baseVersion: edited.version },
      };
      await attempt("editDocument", () => client.editDocument(edit));
      await attempt("regenerateDocument", () => client.regenerateDocument({ params: { documentId: edited.id } }));
    }
    const at = { params: { sessionId, stage: currentStage } };
    await attempt("giveFeedback", () => client.giveFeedback({ ...at, body: { text: "Wider." } }));
    await attempt("generateStage", () => client.generateStage(at));
    await attempt("pauseStage", () => client.pauseStage(at));
    await attempt("resumeStage", () => client.resumeStage(at));
    await attempt("regenerateStale", () => client.regenerateStale(of));
    await attempt("cancelStage", () => client.cancelStage(at));
    await attempt("retryStage", () => client.retryStage(at));
    await attempt("cancelStage", () => client.cancelStage(at));
    await attempt("submitStage", () => client.submitStage(at));
    await attempt("startIteration", () => client.startIteration(of));
  }
  for (const { id: cardId } of cards.slice(0, 2)) {
    await attempt("moveCard", () => client.moveCard({ params: { cardId }, body: { column: "current" } }));
    await attempt("tickItem", () => client.tickItem({ params: { cardId }, body: { item: 1 } }));
    await attempt("decideCard", () => client.decideCard({ params: { cardId }, body: { keep: true } }));
  }
  await attempt("syncBoard", () => client.syncBoard({ ...ofProject, body: { files: [] } }));
  await attempt("createSession", () => client.createSession({ ...ofProject, body: { models: ["rehearsal/atlas"] } }));
  await attempt("indexProject", () => client.indexProject(ofProject));
  await attempt("searchMemory", () => client.searchMemory({ body: { questions: ["hedge"], project: projectId } }));
  await attempt("export", async () => {
    const answer = await send(`/api/projects/${projectId}/export`);
    if (answer.status >= 500) throw new Error(await answer.text());
    await answer.bytes();
  });
  for (let page = 0; page < 20; page++) {
    const open = (await attempt("listJobs", () => client.listJobs({ query: {} })))?.items.filter(
      ({ status }) => !["completed", "failed", "cancelled", "superseded"].includes(status),
    );
    if (!open?.length) break;
    for (const { id } of open) await attempt("cancelJob", () => client.cancelJob({ params: { jobId: id } }));
  }
  await attempt("deleteProject", () => client.deleteProject(ofProject));
  const left = await client.listProjects({ query: {} }).catch(() => null);
  if (!left || left.items.some(({ id }) => id === projectId))
    broken.push({ did: "deleteProject", why: "it is still there" });
  return broken;
}
