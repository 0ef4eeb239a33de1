import type { ContributionId, ProjectFile, ProjectId } from "@dialectic/contract";
import { AppError, sha256, type Tx, type UserDb } from "#platform";
import { feedbackOf, stagesWithFeedback } from "../feedback.store.ts";
import { feedbackFile } from "../text/feedback-file.ts";
import * as complete from "./complete-iterations.store.ts";
import { constructPath } from "./construct-path.ts";
import { placesOfStages } from "./place-of-stage.store.ts";
import { projectReadme } from "./project-readme.ts";
import * as store from "./project-tree.store.ts";

export type TreeFile = store.TreeFile;

/** Every file of a project's tree: a pure function of rows, so that a tree that was deleted can be made again. */
export async function projectFiles(db: Tx, projectId: ProjectId): Promise<TreeFile[]> {
  const frame = await frameFiles(db, projectId);
  const files = [...frame, ...(await store.writtenFiles(db, projectId))];
  return files.sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** The files of one document: itself, its artifacts, its chunks, and what was sent and answered. */
export const contributionFiles = (db: Tx, rootId: ContributionId): Promise<TreeFile[]> =>
  store.filesOfChain(db, rootId);

export async function listProjectFiles(ctx: { db: UserDb }, input: { projectId: ProjectId }): Promise<ProjectFile[]> {
  const files = await ctx.db.tx((db) => projectFiles(db, input.projectId));
  return files.map(describe);
}

export async function readProjectFile(
  ctx: { db: UserDb },
  input: { projectId: ProjectId; path: string },
): Promise<ProjectFile & { text: string }> {
  return ctx.db.tx(async (db) => {
    const file = (await store.findWrittenFile(db, input)) ?? (await findInFrame(db, input));
    if (!file) throw new AppError("not_found", `The project ${input.projectId} has no file ${input.path}.`);
    return { ...describe(file), text: file.text };
  });
}

const describe = ({ path, text }: TreeFile): ProjectFile => ({
  path,
  sha256: sha256(text),
  bytes: Buffer.byteLength(text),
});

/** What stands around the documents: the brief, the stages' seed prompts, what people said of them and, once an iteration is complete, its frame. */
export async function frameFiles(db: Tx, projectId: ProjectId): Promise<TreeFile[]> {
  const project = await projectFor(db, projectId);
  const files: TreeFile[] = [];
  for (const part of frame) files.push(...(await part(db, project)));
  return files;
}

/** One file of it, without the parts that come after. */
async function findInFrame(db: Tx, input: { projectId: ProjectId; path: string }): Promise<TreeFile | undefined> {
  const project = await projectFor(db, input.projectId);
  for (const part of frame) {
    const found = (await part(db, project)).find((one) => one.path === input.path);
    if (found) return found;
  }
  return undefined;
}

async function projectFor(db: Tx, projectId: ProjectId): Promise<store.ProjectRow> {
  const project = await store.findProject(db, projectId);
  if (!project) throw new AppError("not_found", `There is no project ${projectId}, or it is not yours.`);
  return project;
}

const frame = [promptFiles, feedbackFiles, summaryFiles];

async function promptFiles(db: Tx, project: store.ProjectRow): Promise<TreeFile[]> {
  const brief = { path: constructPath({ kind: "brief", name: project.brief_name }), text: project.brief };
  const placeOf = await placesOfStages(db, project.id);
  const seeds = (await store.seedPrompts(db, project.id)).map(({ session_id, iteration, stage, seed_prompt }) => ({
    path: constructPath({ kind: "seed_prompt", ...placeOf({ sessionId: session_id, iteration, stage }) }),
    text: seed_prompt,
  }));
  return [brief, ...seeds];
}

async function feedbackFiles(db: Tx, { id }: store.ProjectRow): Promise<TreeFile[]> {
  const stages = await stagesWithFeedback(db, id);
  if (stages.length === 0) return [];
  const placeOf = await placesOfStages(db, id);
  const files: TreeFile[] = [];
  for (const { name, ...at } of stages) {
    const said = (await feedbackOf(db, at)).filter((one) => one.iteration === at.iteration);
    if (said.length === 0) continue; // all of it was taken back
    const path = constructPath({ kind: "feedback", ...placeOf(at) });
    files.push({ path, text: feedbackFile({ stageName: name, said }) });
  }
  return files;
}

async function summaryFiles(db: Tx, project: store.ProjectRow): Promise<TreeFile[]> {
  const iterations = await complete.completeIterations(db, project.id);
  if (iterations.length === 0) return [];
  const cards = await store.boardCards(db, project.id);
  const documents = await complete.readableDocuments(db, project.id);
  const settings = await complete.settingsRows(db, iterations);
  return [
    {
      path: constructPath({ kind: "readme" }),
      text: projectReadme({ project, iterations, documents, cards }),
    },
    { path: constructPath({ kind: "settings" }), text: `${JSON.stringify(settings, null, 2)}\n` },
    ...cards.map(({ path, text }) => ({ path, text })),
  ];
}
