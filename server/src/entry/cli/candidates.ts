import { ApiError, type Client, type Project, ProjectId, type Session } from "@dialectic/contract";

export type Noun = "project" | "session" | "document" | "job";

/** Something a shortened id may mean, with a name and its project's folder to tell it from others. */
export type Candidate = {
  id: string;
  name: string;
  slug?: string | undefined;
  folder?: string | undefined;
  /** The project it is the newest session of. */
  newestOf?: string;
};

const mostProjects = 200;
const mostJobs = 500;

/** Everything a shortened id is looked for in: of the newest projects, which is where people look. */
export const candidates: Record<Noun, (client: Client) => Promise<Candidate[]>> = {
  async project(client) {
    return (await recentProjects(client)).map(({ id, name, slug }) => ({ id, name, slug, folder: slug }));
  },
  async session(client) {
    const folderOf = await folders(client);
    const seen = new Set<string>();
    return (await recentSessions(client, mostProjects)).map((session) => {
      const { id, projectId, projectName: name } = session;
      const folder = folderOf(projectId);
      if (seen.has(projectId)) return { id, name, folder };
      seen.add(projectId);
      return { id, name, folder, slug: folder, newestOf: projectId };
    });
  },
  async document(client) {
    const folderOf = await folders(client);
    const found: Candidate[] = [];
    for (const session of await recentSessions(client, mostProjects)) {
      const folder = folderOf(session.projectId);
      const { items } = await client.listDocuments({ params: { sessionId: session.id }, query: {} });
      found.push(...items.map((document) => ({ id: document.id, name: document.title, folder })));
    }
    return found;
  },
  async job(client) {
    const folderOf = await folders(client);
    const { items } = await client.listJobs({ query: { limit: mostJobs } });
    return items.map((job) => ({ id: job.id, name: job.label ?? job.kind, folder: folderOf(job.projectId) }));
  },
};

const recentProjects = async (client: Client, limit = mostProjects): Promise<Project[]> =>
  (await client.listProjects({ query: { limit } })).items;

async function folders(client: Client): Promise<(projectId: string | null) => string | undefined> {
  const bySlug = new Map<string, string>((await recentProjects(client)).map(({ id, slug }) => [id, slug]));
  return (projectId) => (projectId === null ? undefined : bySlug.get(projectId));
}

/** The newest session of the project that has this id; null where none has it, or it has none. */
export async function newestSession(client: Client, id: string): Promise<string | null> {
  const projectId = ProjectId.safeParse(id);
  if (!projectId.success) return null;
  try {
    return (await client.getProject({ params: { projectId: projectId.data } })).latestSession?.id ?? null;
  } catch (error) {
    if (error instanceof ApiError && error.problem.code === "not_found") return null;
    throw error;
  }
}

/** The sessions of the newest projects, newest project first, and of each the newest first. */
export async function recentSessions(client: Client, projects: number): Promise<Session[]> {
  const found: Session[] = [];
  for (const project of await recentProjects(client, projects)) {
    if (!project.latestSession) continue;
    found.push(...(await client.listSessions({ params: { projectId: project.id } })).items);
  }
  return found;
}
