import type { Client, Project, Session } from "@dialectic/contract";

export type Noun = "project" | "session" | "document" | "job";

/** Something a shortened id may mean, with a name to tell it from others. */
export type Candidate = { id: string; name: string; slug?: string };

const mostProjects = 200;
const mostJobs = 500;

/** Everything a shortened id is looked for in: of the newest projects, which is where people look. */
export const candidates: Record<Noun, (client: Client) => Promise<Candidate[]>> = {
  project: (client) => recentProjects(client),
  async session(client) {
    const sessions = await recentSessions(client, mostProjects);
    return sessions.map((session) => ({ id: session.id, name: session.projectName }));
  },
  async document(client) {
    const found: Candidate[] = [];
    for (const session of await recentSessions(client, mostProjects)) {
      const { items } = await client.listDocuments({ params: { sessionId: session.id }, query: {} });
      found.push(...items.map((document) => ({ id: document.id, name: document.title })));
    }
    return found;
  },
  async job(client) {
    const { items } = await client.listJobs({ query: { limit: mostJobs } });
    return items.map((job) => ({ id: job.id, name: job.label ?? job.kind }));
  },
};

const recentProjects = async (client: Client, limit = mostProjects): Promise<Project[]> =>
  (await client.listProjects({ query: { limit } })).items;

/** The sessions of the newest projects, newest project first. */
export async function recentSessions(client: Client, projects: number): Promise<Session[]> {
  const found: Session[] = [];
  for (const project of await recentProjects(client, projects)) {
    if (!project.latestSession) continue;
    found.push(...(await client.listSessions({ params: { projectId: project.id } })).items);
  }
  return found;
}
