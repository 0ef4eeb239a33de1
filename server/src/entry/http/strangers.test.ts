import { ApiError, type Client, JobId, NoticeId, type RouteName, routes, type Session } from "@dialectic/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addUser, engines, type TestApp, testApp } from "#test";
import { openDoor, type TestDoor } from "./http.fixture.ts";

type Inputs = { [Name in RouteName]: NonNullable<Parameters<Client[Name]>[0]> };
const names = Object.keys(routes) as RouteName[];
const isRead = (name: RouteName) => routes[name].method === "get";

/** What a stranger gets for what belongs to somebody else; nothing else is right for a route that is not named here. */
const exceptions: { [Name in RouteName]?: "public" | "empty" | "own" } = {
  listModels: "public",
  listProcesses: "public",
  listProjects: "empty",
  listJobs: "empty",
  listNotices: "empty",
  createProject: "own",
};

const call = (door: TestDoor, name: RouteName, input: object): Promise<unknown> =>
  (door.client[name] as (input: object) => Promise<unknown>)(input);

/** Every route, asked for what belongs to the owner. A route that is missing here does not compile. */
async function askFor(owner: TestDoor, session: Session): Promise<Inputs> {
  const { id: sessionId, projectId, currentStage: stage } = session;
  const [document] = (await owner.client.listDocuments({ params: { sessionId }, query: {} })).items;
  const [job] = (await owner.client.listJobs({ query: {} })).items;
  const [notice] = (await owner.client.listNotices({ query: {} })).items;
  const [file] = (await owner.client.listProjectFiles({ params: { projectId } })).items;
  if (!document || !job || !notice || !file) throw new Error("The stage left no document, job, notice or file.");
  const inStage = { params: { sessionId, stage } };
  const ofJob = { params: { jobId: job.id } };
  return {
    listModels: {},
    listProcesses: {},
    listProjects: { query: {} },
    createProject: { body: { brief: "Another hedge." } },
    getProject: { params: { projectId } },
    listProjectFiles: { params: { projectId } },
    readProjectFile: { params: { projectId }, query: { path: file.path } },
    createQuote: { body: { projectId, models: ["rehearsal/atlas"] } },
    createSession: { params: { projectId }, body: { models: ["rehearsal/atlas"] } },
    listSessions: { params: { projectId } },
    getSession: { params: { sessionId } },
    generateStage: inStage,
    submitStage: inStage,
    pauseStage: inStage,
    resumeStage: inStage,
    cancelStage: inStage,
    retryStage: inStage,
    listDocuments: { params: { sessionId }, query: {} },
    getDocument: { params: { documentId: document.id } },
    listJobs: { query: { session: sessionId } },
    getJob: ofJob,
    retryJob: ofJob,
    pauseJob: ofJob,
    resumeJob: ofJob,
    cancelJob: ofJob,
    listNotices: { query: {} },
    readNotice: { params: { noticeId: notice.id } },
  };
}

describe.each(engines)("the API on %s", (engine) => {
  let t: TestApp;
  let owner: TestDoor;
  let stranger: TestDoor;
  let session: Session;
  let inputs: Inputs;

  beforeAll(async () => {
    t = await testApp(engine);
    owner = openDoor(t);
    stranger = openDoor(t, await addUser(t.database, "a stranger"));
    const worker = await t.startWorker();
    const started = await t.session({
      brief: "Plant a hedge along the road.",
      models: ["rehearsal/atlas"],
      start: true,
    });
    session = await t.reach(started.id, "awaiting_feedback");
    await worker.stop();
    inputs = await askFor(owner, session);
  });
  afterAll(async () => {
    owner.close();
    stranger.close();
    await t[Symbol.asyncDispose]();
  });

  it.each(names.filter(isRead))("answers its owner: %s", async (name) => {
    const answer = await call(owner, name, inputs[name]);
    if (name.startsWith("list")) expect(answer).toMatchObject({ items: { 0: expect.anything() } });
  });

  it.each(names)("keeps it from a stranger: %s", async (name) => {
    const before = await owner.client.getSession(inputs.getSession);
    const outcome = await call(stranger, name, inputs[name]).catch((error: unknown) => error);
    switch (exceptions[name]) {
      case "public":
        expect(outcome).toEqual(await call(owner, name, inputs[name]));
        break;
      case "empty":
        expect(outcome).toEqual({ items: [] });
        break;
      case "own":
        expect(outcome).not.toBeInstanceOf(Error);
        break;
      default:
        expect(outcome).toBeInstanceOf(ApiError);
        expect(outcome).toMatchObject({ problem: { code: "not_found", status: 404 } });
    }
    expect(await owner.client.getSession(inputs.getSession)).toEqual(before);
  });

  it("has no such thing for its owner, either, when nobody has it", async () => {
    const jobId = JobId.parse("01a1e105-0c5c-7e63-a5ad-42d3eb928681");
    const noticeId = NoticeId.parse(jobId);
    await expect(owner.client.getJob({ params: { jobId } })).rejects.toMatchObject({ problem: { code: "not_found" } });
    await expect(owner.client.readNotice({ params: { noticeId } })).rejects.toMatchObject({
      problem: { code: "not_found" },
    });
  });
});
