import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Client, Session } from "@dialectic/contract";
import { within } from "../within.ts";

const examples = ["popup.md", "garden.md", "billing.md"];
const ended: ReadonlySet<Session["status"]> = new Set(["awaiting_feedback", "iteration_complete"]);

/**
 * Thirty projects, as after some weeks of use: ten that were never started, nineteen whose first stage waits for an answer,
 * and one whose classic session has finished all five stages with two models. Returns the id of that session.
 */
export async function fillProjects(client: Client, tell: (line: string) => void): Promise<string> {
  const folder = join(import.meta.dirname, "..", "..", "examples");
  const briefs = await Promise.all(examples.map((name) => readFile(join(folder, name), "utf8")));
  const start = async (n: number, run: { process: string; models: string[]; auto: boolean; start: boolean }) => {
    const { models, auto, process } = run;
    const brief = briefs[n % briefs.length] ?? "";
    const { id: projectId } = await client.createProject({ body: { brief, name: `Project ${n + 1}`, process } });
    if (!run.start) return "";
    return (await client.createSession({ params: { projectId }, body: { models, auto, start: true } })).id;
  };
  tell("Making 30 projects with rehearsal models.");
  for (let n = 0; n < 29; n += 1) {
    const id = await start(n, { process: "brief", models: ["rehearsal/atlas"], auto: false, start: n >= 10 });
    if (id) await sessionEnds(client, id);
  }
  const models = ["rehearsal/atlas", "rehearsal/briar"];
  const sessionId = await start(29, { process: "classic", models, auto: true, start: true });
  await sessionEnds(client, sessionId);
  return sessionId;
}

async function sessionEnds(client: Client, sessionId: string): Promise<void> {
  const wait = async () => {
    while (!ended.has((await client.getSession({ params: { sessionId } })).status)) await delay(100);
  };
  await within(300, `Session ${sessionId}`, wait());
}
