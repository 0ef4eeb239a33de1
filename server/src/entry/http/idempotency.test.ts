import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engines, type TestApp, testApp } from "#test";
import { openHttp, type TestHttp } from "./http.fixture.ts";

describe.each(engines)("a request with an Idempotency-Key on %s", (engine) => {
  let t: TestApp;
  let http: TestHttp;
  beforeAll(async () => {
    t = await testApp(engine);
    http = openHttp(t);
  });
  afterAll(async () => {
    http.close();
    await t[Symbol.asyncDispose]();
  });
  const post = (path: string, body: object, key: string, through = http) =>
    through.send(path, {
      method: "post",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json", "idempotency-key": key },
    });
  const projects = async () => (await http.client.listProjects({ query: {} })).items.length;

  it("creates one project and gets the same answer, no matter how often it is sent and even after a restart", async () => {
    const before = await projects();
    const body = { brief: "Plant a hedge.", process: "brief" };
    const answers = await Promise.all([1, 2, 3, 4].map(() => post("/api/projects", body, "p-1")));
    expect(answers.map((one) => one.status)).toEqual([200, 200, 200, 200]);
    const texts = new Set(await Promise.all(answers.map((one) => one.text())));
    expect(texts.size).toBe(1);
    expect(answers.filter((one) => one.headers.get("idempotent-replayed") === "true")).toHaveLength(3);
    const restarted = openHttp(t);
    const later = await post("/api/projects", { process: "brief", brief: "Plant a hedge." }, "p-1", restarted);
    expect(texts).toContain(await later.text());
    restarted.close();
    expect(await projects()).toBe(before + 1);
  });

  it("starts one session with one running stage", async () => {
    const project = await http.client.createProject({ body: { brief: "Plant a second hedge." } });
    const input = {
      params: { projectId: project.id },
      body: { models: ["rehearsal/atlas"], start: true },
      idempotencyKey: "s-1",
    };
    const [first, second] = await Promise.all([http.client.createSession(input), http.client.createSession(input)]);
    expect(second).toEqual(first);
    expect((await http.client.listSessions({ params: { projectId: project.id } })).items).toHaveLength(1);
    expect((await http.client.listJobs({ query: { session: first.id } })).items).toHaveLength(1);
  });

  it("is a conflict if the key has been used for something else", async () => {
    const project = await http.client.createProject({ body: { brief: "A third." }, idempotencyKey: "c-1" });
    const other = post("/api/projects", { brief: "A fourth." }, "c-1");
    expect(await (await other).json()).toMatchObject({ status: 409, code: "conflict" });
    const elsewhere = post(`/api/projects/${project.id}/sessions`, { models: ["rehearsal/atlas"] }, "c-1");
    expect((await elsewhere).status).toBe(409);
  });

  it("can be repeated with the same key after a refusal", async () => {
    const before = await projects();
    expect((await post("/api/projects", { brief: " " }, "r-1")).status).toBe(400);
    expect((await post("/api/projects", { brief: "Said better." }, "r-1")).status).toBe(200);
    expect((await post("/api/projects", { brief: "Said better." }, "not a key")).status).toBe(400);
    expect(await projects()).toBe(before + 1);
  });

  it("gets a free name for its project, even if several of these requests arrive concurrently", async () => {
    const keys = ["n-1", "n-2", "n-3", "n-4"];
    const input = { body: { brief: "One name for all." } };
    const made = await Promise.all(
      keys.map((idempotencyKey) => http.client.createProject({ ...input, idempotencyKey })),
    );
    expect(new Set(made.map((project) => project.slug)).size).toBe(4);
  });

  it("differs from a request without a key, which creates a new project each time", async () => {
    const [one, two] = [1, 2].map(() => http.client.createProject({ body: { brief: "Twice." } }));
    expect((await one)?.id).not.toBe((await two)?.id);
  });
});
