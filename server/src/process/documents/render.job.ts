import { ContributionId, ProjectId } from "@dialectic/contract";
import { z } from "zod";
import { defineJobKind, type JobCtx } from "#jobs";
import { AppError, crashPoint, type Tx, type UserDb } from "#platform";
import { renderArtifacts } from "./render-artifacts.ts";
import { deconstructPath } from "./tree/deconstruct-path.ts";
import { type BoardFiles, contributionFiles, frameFiles, type TreeFile } from "./tree/project-files.ts";
import type { ProjectFolder } from "./tree/project-folder.ts";
import * as store from "./tree/project-tree.store.ts";
import { writeTree } from "./tree/write-tree.ts";

/** A document to render, or a project whose readme, settings and board have to be updated. */
const RenderPayload = z.union([z.object({ rootId: ContributionId }), z.object({ projectId: ProjectId })]);

type Settings = {
  /** Where a project's files go in this installation; null: it writes none. */
  folderOf: ((project: { id: ProjectId; slug: string }) => ProjectFolder) | null;
  /** Syncs the board's files in a folder with the board: they belong to the person and are never just overwritten. */
  keepBoard: (ctx: { db: UserDb }, input: { projectId: ProjectId; dir: string }) => Promise<void>;
  boardFiles: BoardFiles;
};

/** Creates the artifacts of a document, and writes the files if the project has a folder. */
export const renderJob = (settings: Settings) =>
  defineJobKind({
    kind: "render",
    payload: RenderPayload,
    async run(ctx, job) {
      const { payload } = job;
      // A malformed table is reported; its document and all parts get their files nevertheless.
      const failure = "rootId" in payload ? (await ctx.tx((db) => renderArtifacts(db, payload.rootId))).failure : null;
      crashPoint("artifacts made");
      if (settings.folderOf) await keepTree(ctx, { ...settings, folderOf: settings.folderOf, payload });
      if (failure) throw failure;
      return { type: "done" };
    },
  });

async function keepTree(
  ctx: JobCtx,
  input: Settings & { folderOf: NonNullable<Settings["folderOf"]>; payload: z.output<typeof RenderPayload> },
): Promise<void> {
  const { projectId, slug, files, hasCards } = await ctx.db.tx((db) => filesFor(db, input.payload, input.boardFiles));
  await ctx.assertHeld();
  const { dir, isGone } = input.folderOf({ id: projectId, slug });
  // Not created again: it may be on a disk that is not mounted now. The texts are in the database.
  if (isGone) return ctx.log.warn("The folder chosen for a project's files is gone; no files are written.", { dir });
  // Before the board's folders exist: without any, the tree is new.
  if (hasCards) await input.keepBoard(ctx, { projectId, dir });
  const { edited, kept } = await writeTree({ dir, files });
  if (edited.length + kept.length > 0) ctx.log.warn("Files that a person edited were kept.", { dir, edited, kept });
  crashPoint("files written");
}

async function filesFor(
  db: Tx,
  payload: z.output<typeof RenderPayload>,
  boardFiles: BoardFiles,
): Promise<{ projectId: ProjectId; slug: string; files: TreeFile[]; hasCards: boolean }> {
  const projectId = "rootId" in payload ? await store.projectOfContribution(db, payload.rootId) : payload.projectId;
  const project = projectId && (await store.findProject(db, projectId));
  if (!project) throw new AppError("not_found", "The project of this render job no longer exists, or is not yours.");
  const frame = await frameFiles(db, project.id, { boardFiles });
  const own = "rootId" in payload ? await contributionFiles(db, payload.rootId) : [];
  const others = frame.filter(({ path }) => deconstructPath(path)?.kind !== "board");
  const hasCards = others.length < frame.length;
  return { projectId: project.id, slug: project.slug, files: [...others, ...own], hasCards };
}
