import type { ContributionId, ProjectFile, ProjectId, SessionId } from "@dialectic/contract";
import { AppError, sha256, type Tx, type UserDb } from "#platform";
import { feedbackOf, stagesWithFeedback } from "../inputs/feedback.store.ts";
import { createLinker, type ReadNumbers } from "../links/create-linker.ts";
import { type ReadUndecided, readPlanFile } from "../plan/read-plan-file.ts";
import { iterationsOf, readableDocuments } from "./iterations.store.ts";
import { constructPath } from "./paths/construct-path.ts";
import { placesOfStages } from "./place-of-stage.store.ts";
import { planNotes, projectReadme } from "./project-readme.ts";
import * as store from "./project-tree.store.ts";
import { settingsRows } from "./settings.store.ts";

export type TreeFile = store.TreeFile;

/**
 * Returns a board's cards as files, sorted by number. Implemented in the board module, which is above this one, and passed
 * in.
 */
export type BoardFiles = (db: Tx, projectId: ProjectId) => Promise<(TreeFile & { title: string })[]>;

/** Functions that modules above this one pass in. They supply parts of a project's tree. */
export type TreeSources = { boardFiles: BoardFiles; readNumbers: ReadNumbers; readUndecided: ReadUndecided };

/** Everything from which a project's tree is made. */
type TreeCtx = TreeSources & { db: UserDb };

/** Every file of a project's tree. The files depend on nothing but rows, so a deleted tree can be written again. */
export async function projectFiles(db: Tx, projectId: ProjectId, sources: TreeSources): Promise<TreeFile[]> {
  const frame = await frameFiles(db, projectId, sources);
  const linker = await createLinker(db, { projectId }, sources.readNumbers);
  const files = [...frame, ...(await store.writtenFiles(db, projectId)).map(linker.file)];
  return files.sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** All files of one document: its text, artifacts, chunks, prompts and raw answers. */
export async function contributionFiles(
  db: Tx,
  { sessionId, rootId }: { sessionId: SessionId; rootId: ContributionId },
  { readNumbers }: TreeSources,
): Promise<TreeFile[]> {
  const linker = await createLinker(db, { sessionId }, readNumbers);
  return (await store.filesOfChain(db, rootId)).map(linker.file);
}

/** The files of a session's documents and artifacts, in their current versions. */
export async function documentFiles(db: Tx, sessionId: SessionId, { readNumbers }: TreeSources): Promise<TreeFile[]> {
  const linker = await createLinker(db, { sessionId }, readNumbers);
  return (await store.currentFiles(db, sessionId)).map(linker.file);
}

export async function listProjectFiles(ctx: TreeCtx, input: { projectId: ProjectId }): Promise<ProjectFile[]> {
  const files = await ctx.db.tx((db) => projectFiles(db, input.projectId, ctx));
  return files.map(describe);
}

export async function readProjectFile(
  ctx: TreeCtx,
  input: { projectId: ProjectId; path: string },
): Promise<ProjectFile & { text: string }> {
  return ctx.db.tx(async (db) => {
    const written = await store.findWrittenFile(db, input);
    const file = written ? await linked(db, { ...input, file: written }, ctx) : await findInFrame(db, input, ctx);
    if (!file) throw new AppError("not_found", `The project ${input.projectId} has no file ${input.path}.`);
    return { ...describe(file), text: file.text };
  });
}

/** Links the ids in a file. Clients fetch files one by one, so the linker is created only for the session of this file. */
async function linked(
  db: Tx,
  { projectId, file }: { projectId: ProjectId; file: TreeFile },
  { readNumbers }: TreeSources,
): Promise<TreeFile> {
  const sessionId = await store.sessionOfPath(db, { projectId, path: file.path });
  return sessionId ? (await createLinker(db, { sessionId }, readNumbers)).file(file) : file;
}

const describe = ({ path, text }: TreeFile): ProjectFile => ({
  path,
  sha256: sha256(text),
  bytes: Buffer.byteLength(text),
});

/**
 * Where the files other than documents come from. If `summed`, readme and settings are included even if no iteration is
 * complete.
 */
type FrameSources = TreeSources & { summed?: boolean };

/**
 * The files other than documents: the brief, the stages' seed prompts, the feedback, the board and, once an iteration is
 * complete, plan, readme and settings. With `summed`, as in an export, readme and settings are always included.
 */
export async function frameFiles(db: Tx, projectId: ProjectId, sources: FrameSources): Promise<TreeFile[]> {
  const project = await requireProject(db, projectId);
  const files: TreeFile[] = [];
  for (const part of frame) files.push(...(await part(db, project, sources)));
  return files;
}

/** Finds a file that is not a document, and stops reading once the file is found. */
async function findInFrame(
  db: Tx,
  input: { projectId: ProjectId; path: string },
  sources: TreeSources,
): Promise<TreeFile | undefined> {
  const project = await requireProject(db, input.projectId);
  for (const part of frame) {
    const found = (await part(db, project, sources)).find((one) => one.path === input.path);
    if (found) return found;
  }
  return undefined;
}

/** The current readme and settings, even if no iteration is complete, and the plan if one is complete. */
export const projectSummary = (ctx: TreeCtx, { projectId }: { projectId: ProjectId }): Promise<TreeFile[]> =>
  ctx.db.tx(async (db) => summaryFiles(db, await requireProject(db, projectId), { ...ctx, summed: true }));

async function requireProject(db: Tx, id: ProjectId): Promise<store.ProjectRow> {
  const project = await store.findProject(db, id);
  if (!project) throw new AppError("not_found", `There is no project ${id}, or it is not yours.`);
  return project;
}

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
    if (said.length === 0) continue; // all feedback was withdrawn
    const path = constructPath({ kind: "feedback", ...placeOf(at) });
    files.push({ path, text: feedbackFile({ stageName: name, said }) });
  }
  return files;
}

async function summaryFiles(
  db: Tx,
  project: store.ProjectRow,
  { summed = false, ...sources }: FrameSources,
): Promise<TreeFile[]> {
  const iterations = await iterationsOf(db, { projectId: project.id });
  const last = iterations.findLast((one) => one.is_complete);
  if (!summed && !last) return [];
  const cards = await sources.boardFiles(db, project.id);
  const documents = await readableDocuments(db, { projectId: project.id });
  const settings = await settingsRows(db, project.id);
  const input = { name: project.name, notes: planNotes(iterations, documents), documents, cards };
  const plan = last && (await readPlanFile(db, { ...input, at: last }, sources));
  return [
    ...(plan ? [plan] : []),
    {
      path: constructPath({ kind: "readme" }),
      text: projectReadme({ project, iterations, documents, cards }),
    },
    { path: constructPath({ kind: "settings" }), text: `${JSON.stringify(settings, null, 2)}\n` },
  ];
}

const cardFiles = async (db: Tx, { id }: store.ProjectRow, { boardFiles }: FrameSources): Promise<TreeFile[]> =>
  (await boardFiles(db, id)).map(({ path, text }) => ({ path, text }));

const frame = [promptFiles, feedbackFiles, summaryFiles, cardFiles];

/** One piece of feedback. `title` and `path` are those of the document it is on, or null if it is on the stage itself. */
type Said = { title: string | null; path: string | null; text: string };

/** The feedback on a stage, followed by the feedback on its documents, verbatim. Equal rows give equal bytes. */
function feedbackFile({ stageName, said }: { stageName: string; said: readonly Said[] }): string {
  const ofStage = said.filter((one) => one.title === null).map((one) => one.text.trimEnd());
  const ofDocuments = said
    .filter((one) => one.title !== null)
    .flatMap((one) => [`## On ${one.title}`, `File: \`${one.path}\``, one.text.trimEnd()]);
  return `${[`# Feedback on ${stageName}`, ...ofStage, ...ofDocuments].join("\n\n")}\n`;
}
