import { ContributionId, ProjectId, SessionId } from "@dialectic/contract";
import { z } from "zod";
import { defineJobKind, type JobCtx } from "#jobs";
import { AppError, crashPoint, type Tx, type UserDb } from "#platform";
import { renderArtifacts, renderMissing } from "./artifacts/render-artifacts.ts";
import { writeTree } from "./tree/disk/write-tree.ts";
import { deconstructPath } from "./tree/paths/deconstruct-path.ts";
import { contributionFiles, documentFiles, frameFiles, type TreeFile, type TreeSources } from "./tree/project-files.ts";
import type { ProjectFolder } from "./tree/project-folder.ts";
import * as store from "./tree/project-tree.store.ts";

/**
 * What to render: a document; a session whose claims and questions received numbers; or a project's readme, settings and
 * board.
 */
const RenderPayload = z.union([
  z.object({ rootId: ContributionId }),
  z.object({ sessionId: SessionId }),
  z.object({ projectId: ProjectId }),
]);
type RenderPayload = z.output<typeof RenderPayload>;

type Settings = TreeSources & {
  /** Returns the folder for a project's files in this installation. Null if the installation writes no files. */
  folderOf: ((project: { id: ProjectId; slug: string }) => ProjectFolder) | null;
  /** Syncs the board's files with its rows. The files belong to the person, so they are never simply overwritten. */
  keepBoard: (ctx: { db: UserDb }, input: { projectId: ProjectId; dir: string }) => Promise<void>;
};

/** Creates the artifacts of a document, and writes the files if the project has a folder. */
export const renderJob = (settings: Settings) =>
  defineJobKind({
    kind: "render",
    payload: RenderPayload,
    async run(ctx, job) {
      const { payload } = job;
      if ("rootId" in payload) await ctx.tx((db) => renderArtifacts(db, payload.rootId));
      // Links lead to artifacts, so artifacts are created here for documents whose own render job has not run yet.
      if ("sessionId" in payload) await ctx.tx((db) => renderMissing(db, payload.sessionId));
      crashPoint("artifacts made");
      if (settings.folderOf) await keepTree(ctx, { ...settings, folderOf: settings.folderOf, payload });
      return { type: "done" };
    },
  });

async function keepTree(
  ctx: JobCtx,
  input: Settings & { folderOf: NonNullable<Settings["folderOf"]>; payload: RenderPayload },
): Promise<void> {
  const projectId = await ctx.db.tx((db) => projectOf(db, input.payload));
  if (!projectId) throw gone();
  await inTurn(projectId, () => writeFiles(ctx, { ...input, projectId }));
}

/**
 * Runs the render jobs of a project one after the other, so that no job overwrites a newer readme with an older one.
 * Ordering them within this process is enough, because no other process has access to the folder.
 */
async function inTurn(projectId: ProjectId, act: () => Promise<void>): Promise<void> {
  const own = (underWay.get(projectId) ?? Promise.resolve()).catch(() => undefined).then(act);
  underWay.set(projectId, own);
  try {
    await own;
  } finally {
    if (underWay.get(projectId) === own) underWay.delete(projectId);
  }
}

const underWay = new Map<ProjectId, Promise<void>>();

const gone = () => new AppError("not_found", "The project of this render job no longer exists, or is not yours.");

async function writeFiles(
  ctx: JobCtx,
  input: Parameters<typeof keepTree>[1] & { projectId: ProjectId },
): Promise<void> {
  const { projectId } = input;
  const { slug, files, hasCards } = await ctx.db.tx((db) => filesFor(db, input, input));
  await ctx.assertHeld();
  const { dir, isGone } = input.folderOf({ id: projectId, slug });
  // A missing folder is not created again, because it may be on a disk that is not mounted. The texts are in the database.
  if (isGone) return ctx.log.warn("The folder chosen for a project's files is gone; no files are written.", { dir });
  // Runs before `writeTree` creates the board's folders, because a tree without these folders is treated as new.
  if (hasCards) await input.keepBoard(ctx, { projectId, dir });
  const { edited, kept } = await writeTree({ dir, files });
  if (edited.length + kept.length > 0) ctx.log.warn("Files that a person edited were kept.", { dir, edited, kept });
  crashPoint("files written");
}

async function filesFor(
  db: Tx,
  { projectId, payload }: { projectId: ProjectId; payload: RenderPayload },
  sources: TreeSources,
): Promise<{ slug: string; files: TreeFile[]; hasCards: boolean }> {
  const project = await store.findProject(db, projectId);
  if (!project) throw gone();
  const frame = await frameFiles(db, project.id, sources);
  const others = frame.filter(({ path }) => deconstructPath(path)?.kind !== "board");
  const hasCards = others.length < frame.length;
  const files = [...others, ...(await ownFiles(db, payload, sources))];
  return { slug: project.slug, files, hasCards };
}

async function projectOf(db: Tx, payload: RenderPayload): Promise<ProjectId | undefined> {
  if ("rootId" in payload) return (await store.ownersOfContribution(db, payload.rootId))?.projectId;
  return "sessionId" in payload ? store.projectOfSession(db, payload.sessionId) : payload.projectId;
}

async function ownFiles(db: Tx, payload: RenderPayload, sources: TreeSources): Promise<TreeFile[]> {
  if ("sessionId" in payload) return documentFiles(db, payload.sessionId, sources);
  const owners = "rootId" in payload ? await store.ownersOfContribution(db, payload.rootId) : undefined;
  return owners && "rootId" in payload
    ? contributionFiles(db, { rootId: payload.rootId, sessionId: owners.sessionId }, sources)
    : [];
}
