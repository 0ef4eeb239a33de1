import { lstat } from "node:fs/promises";
import { userInfo } from "node:os";
import { join, resolve } from "node:path";
import { type WrittenTree, writeTree } from "#documents";
import { AppError, batchBytes, makeFolder } from "#platform";
import { rowsPath } from "../rows/rows-paths.ts";
import { readText, verifyOpen } from "../verify-export.ts";
import { type OpenZip, openZip } from "../zip/open-zip.ts";
import { type CommitPlan, planCommits } from "./plan-commits.ts";
import { type Git, gitIn, mustGit } from "./run-git.ts";

/**
 * `edited`: documents that a person edited in the folder, which are neither overwritten nor committed. `kept`: other
 * changed files, which are moved aside.
 */
export type GitExport = {
  dir: string;
  commits: string[];
  pushed: boolean;
  edited: string[];
  kept: { path: string; as: string }[];
};

const batchSize = 4 * 2 ** 20;

/**
 * Commits an export to a folder under git, one commit per stage: to the repository around the folder, or to a new one.
 * Commits only the project's own files, even if others are staged. Running it again adds nothing.
 */
export async function exportToGit(input: { zip: string; dir: string; push: boolean }): Promise<GitExport> {
  const dir = resolve(input.dir);
  await using zip = await openZip(input.zip);
  const { manifest } = await verifyOpen(zip, input.zip);
  await makeFolder(dir);
  const git = gitIn(dir);
  await ensureRepository(git);
  const identity = await identityFor(git);
  const plans = planCommits({
    name: manifest.project.name.replace(/\s+/g, " "),
    paths: Object.keys(manifest.files).filter((path) => !path.startsWith("rows/")),
    sessions: await linesOf(zip, "sessions"),
    stageRuns: await linesOf(zip, "stage_runs"),
  });
  const done: GitExport = { dir, commits: [], pushed: input.push, edited: [], kept: [] };
  for (const plan of plans) {
    const tree = await writeFiles(zip, { git, dir, plan });
    done.edited.push(...tree.edited);
    done.kept.push(...tree.kept);
    const written = new Set(tree.written);
    if (await commit({ git, dir, plan, written, edited: new Set(tree.edited), identity })) {
      done.commits.push(plan.message);
    }
  }
  if (input.push) await push(git);
  return done;
}

const linesOf = async (zip: OpenZip, table: string): Promise<string[]> =>
  (await readText(zip, rowsPath(table))).split("\n").filter((line) => line !== "");

/** Creates a repository if the folder is in no repository, or is in one that ignores the folder. */
async function ensureRepository(git: Git): Promise<void> {
  const inside = await git(["rev-parse", "--is-inside-work-tree"]);
  const isInside = inside.code === 0 && inside.output.trim() === "true";
  const isIgnored = isInside && (await git(["check-ignore", "-q", "."], { GIT_LITERAL_PATHSPECS: "0" })).code === 0;
  if (!isInside || isIgnored) await mustGit(git, ["init", "-q", "-b", "main"]);
}

/** The user's git identity; without one, the login name. */
async function identityFor(git: Git): Promise<string[]> {
  const isKnown = async (name: string) => (await git(["config", name])).code === 0;
  const { username } = userInfo();
  return [
    ...((await isKnown("user.name")) ? [] : ["-c", `user.name=${username}`]),
    ...((await isKnown("user.email")) ? [] : ["-c", `user.email=${username}@localhost`]),
  ];
}

async function writeFiles(
  zip: OpenZip,
  { git, dir, plan }: { git: Git; dir: string; plan: CommitPlan },
): Promise<WrittenTree> {
  const all: WrittenTree = { written: [], edited: [], kept: [] };
  // Overwriting a file would lose only uncommitted changes; committed ones stay in the history.
  const isEdited = async (path: string) =>
    (await mustGit(git, ["status", "--porcelain", "--ignored", "--", path])) !== "";
  const sized = plan.paths.map((path) => ({ path, bytes: zip.files.get(path)?.bytes ?? 0 }));
  for (const batch of batchBytes(sized, batchSize)) {
    const files = [];
    for (const { path } of batch) files.push({ path, text: await readText(zip, path) });
    const { written, edited, kept } = await writeTree({ dir, files, isEdited });
    all.written.push(...written);
    all.edited.push(...edited);
    all.kept.push(...kept);
  }
  return all;
}

const isCard = (path: string) => /^(Pending|Current|Complete)\//.test(path);

/** Returns false if nothing changed. Also commits files that a killed run wrote but did not commit. */
async function commit(input: {
  git: Git;
  dir: string;
  plan: CommitPlan;
  written: ReadonlySet<string>;
  edited: ReadonlySet<string>;
  identity: readonly string[];
}): Promise<boolean> {
  const { git, dir, plan, written, edited, identity } = input;
  const paths: string[] = [];
  for (const path of plan.paths) {
    if (edited.has(path)) continue;
    // An existing card belongs to the user: commit it only if it was just written or is untracked.
    if (isCard(path) && !written.has(path) && !(await isUntracked(git, dir, path))) continue;
    paths.push(path);
  }
  if (paths.length === 0) return false;
  for (const batch of batches(paths)) await mustGit(git, ["add", "-f", "--", ...batch]);
  const changed: string[] = [];
  for (const batch of batches(paths)) {
    const names = await mustGit(git, ["diff", "--cached", "--name-only", "--relative", "-z", "--", ...batch]);
    changed.push(...names.split("\0").filter(Boolean));
  }
  if (changed.length === 0) return false;
  const dates = plan.at ? { GIT_AUTHOR_DATE: plan.at, GIT_COMMITTER_DATE: plan.at } : {};
  const only = [
    "commit",
    "-q",
    "--no-verify",
    "-m",
    plan.message,
    "--only",
    "--",
    ...(edited.size === 0 ? foldersOf(plan, changed) : changed),
  ];
  await mustGit(git, [...identity, ...only], dates);
  return true;
}

async function isUntracked(git: Git, dir: string, path: string): Promise<boolean> {
  const found = await lstat(join(dir, path)).catch(() => null);
  return found !== null && (await git(["ls-files", "--error-unmatch", "--", path])).code !== 0;
}

/** The commit of a stage contains the whole folder of the stage, so git gets one path instead of thousands. */
function foldersOf(plan: CommitPlan, changed: readonly string[]): string[] {
  const folder = /^session_\w+\/iteration_\d+\/\d+_[^/]+/.exec(plan.paths[0] ?? "")?.[0];
  return folder ? [folder] : [...changed];
}

/** Splits paths into batches, because the length of a command line is limited. */
function* batches(paths: readonly string[]): Generator<string[]> {
  for (let at = 0; at < paths.length; at += 200) yield paths.slice(at, at + 200);
}

async function push(git: Git): Promise<void> {
  if ((await git(["rev-parse", "--abbrev-ref", "@{upstream}"])).code === 0)
    return void (await mustGit(git, ["push", "-q"]));
  const remotes = (await mustGit(git, ["remote"])).split("\n").filter(Boolean);
  const remote = remotes.includes("origin") ? "origin" : remotes[0];
  if (!remote) {
    throw new AppError("invalid_input", "The repository has no remote to push to: add one with git remote add origin.");
  }
  await mustGit(git, ["push", "-q", "-u", remote, "HEAD"]);
}
