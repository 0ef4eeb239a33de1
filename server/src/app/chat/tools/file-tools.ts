import { constants } from "node:fs";
import { type FileHandle, lstat, open, readdir, realpath } from "node:fs/promises";
import { isAbsolute, join, relative, sep } from "node:path";
import type { ProjectId } from "@dialectic/contract";
import { z } from "zod";
import { projectFolder } from "#documents";
import { type ChatTool, defineTool } from "#exchanges";
import { AppError, type UserDb } from "#platform";
import { getProject } from "#sessions";
import type { ChatServices } from "../chat-services.ts";

const mostBytes = 1_000_000;
const mostNames = 200;

const Path = z.string().max(1_000);

/** Tools that list and read files, only inside the folder of the conversation's project. */
export const fileTools = ({ ctxOf }: ChatServices, dataDir: string): ChatTool[] => {
  const rootOf = async (db: UserDb, projectId: ProjectId | null): Promise<string> => {
    if (projectId === null)
      throw new AppError("invalid_input", "This conversation is not about a project, so it has no files.");
    const { slug } = await getProject(ctxOf(db), { projectId });
    return realpath(projectFolder(dataDir, { id: projectId, slug }).dir).catch((error: unknown) => {
      throw new AppError("not_found", "The project has no folder yet.", { cause: error });
    });
  };
  return [
    defineTool({
      name: "list_files",
      description: "Lists a folder of the project; the empty path is the project's own folder.",
      schema: z.strictObject({ path: Path.default("") }),
      effects: "none",
      async run({ db, projectId }, { path }) {
        const root = await rootOf(db, projectId);
        const folder = await inside(root, path);
        const entries = await readdir(folder, { withFileTypes: true });
        if ((await inside(root, path)) !== folder) throw outside(path);
        const names = entries.map((entry) => `${entry.name}${entry.isDirectory() ? "/" : ""}`).sort();
        const more = names.length - mostNames;
        return [...names.slice(0, mostNames), ...(more > 0 ? [`… and ${more} more`] : [])].join("\n") || "It is empty.";
      },
    }),
    defineTool({
      name: "read_file",
      description: "Reads a text file of the project's folder.",
      schema: z.strictObject({ path: Path.min(1) }),
      effects: "none",
      async run({ db, projectId }, { path }) {
        const root = await rootOf(db, projectId);
        const found = await inside(root, path);
        const file = await open(found, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
        try {
          await assertStillInside(file, { root, path, found });
          return await readText(file, path);
        } finally {
          await file.close();
        }
      },
    }),
  ];
};

/**
 * The real path of a file or folder inside `root`. Throws if `path` leads out of `root`, for example through `..` or a link.
 */
async function inside(root: string, path: string): Promise<string> {
  if (path.includes("\0") || isAbsolute(path)) throw outside(path);
  const found = await realpath(join(root, path)).catch((error: unknown) => {
    throw new AppError("not_found", `There is no ${path} in the project's folder.`, { cause: error });
  });
  const way = relative(root, found);
  if (way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way)) throw outside(path);
  return found;
}

/**
 * Between the check and the opening, a link may replace the file or a folder above it. So the opened file must be the
 * one that the real path leads to now.
 */
async function assertStillInside(
  file: FileHandle,
  { root, path, found }: { root: string; path: string; found: string },
): Promise<void> {
  const [opened, now, at] = await Promise.all([file.stat(), inside(root, path), lstat(found)]);
  if (now !== found || opened.ino !== at.ino || opened.dev !== at.dev) throw outside(path);
}

const outside = (path: string): AppError =>
  new AppError("invalid_input", `${JSON.stringify(path)} is not inside the project's folder.`);

async function readText(file: FileHandle, path: string): Promise<string> {
  const stat = await file.stat();
  if (!stat.isFile()) throw new AppError("invalid_input", `${path} is not a file.`);
  if (stat.size > mostBytes) throw new AppError("invalid_input", `${path} is larger than ${mostBytes / 1e6} MB.`);
  const bytes = await file.readFile();
  if (bytes.includes(0)) throw new AppError("invalid_input", `${path} is not a text file.`);
  return bytes.toString("utf8");
}
