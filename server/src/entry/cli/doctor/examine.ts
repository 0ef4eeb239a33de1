import { accessSync, constants, existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { sayDuration } from "@dialectic/contract";
import { AppError, assertOwn, folderTrust } from "#platform";
import type { Cli } from "../cli.ts";
import { assertTrusted } from "../connect/assert-trusted.ts";
import { holderOf } from "../connect/folder-holder.ts";
import { localModelSettings } from "../input/model-settings.ts";
import { type CheckResult, runCheck } from "./check.ts";
import { examineDatabase } from "./examine-database.ts";

/** Checks everything the program depends on, without changing anything: no folder is created, nothing is migrated. */
export async function examine(cli: Cli): Promise<CheckResult[]> {
  const node = await runCheck("node", () => `Node ${process.versions.node}`);
  const folder = await runCheck("data folder", () => checkFolder(cli));
  // A folder that is not trusted is not read any further: its content may be malicious.
  if (folder.problem?.code === "data_folder_refused") return [node, folder];
  return [
    node,
    folder,
    await runCheck("access", () => describeAccess(cli)),
    await runCheck("models", () => checkModels(cli)),
    ...(await examineDatabase(cli)),
    await runCheck("outages", () => describeOutages(cli)),
    await runCheck("files", () => checkFiles(cli)),
    await runCheck("web app", async () => (await cli.entryPoints.http()).describeWebBuild()),
  ];
}

/** States who may call the API, and why the data folder is trusted. */
function describeAccess({ config }: Cli): string {
  const found = existsSync(config.dataDir) && folderTrust(config.dataDir).ok;
  const folder = found ? "was created by this installation or trusted by you" : "was named by you";
  return `the API listens on 127.0.0.1 only and requires the secret of the data folder; the folder ${folder}`;
}

/**
 * Describes what is guaranteed after a crash and while the database or a provider is down. Power loss depends on settings
 * and has its own check.
 */
function describeOutages({ config }: Cli): string {
  const database = config.databaseUrl
    ? "while the database is down, work waits; paid answers are saved when it is back"
    : "the database is part of the program";
  const window = sayDuration(config.retryWindowMs);
  return `a crash loses no acknowledged change; ${database}; a provider that is down is retried for ${window}`;
}

function checkFolder({ config }: Cli): string {
  const { dataDir } = config;
  assertTrusted(config);
  if (existsSync(dataDir)) assertPrivate(dataDir);
  const holder = holderOf(config);
  if (holder) return `${dataDir}, in use by process ${holder.pid}${holder.address ? ` at ${holder.address}` : ""}`;
  assertWritable(dataDir, nearestExisting(dataDir));
  return existsSync(dataDir)
    ? `${dataDir}, not in use`
    : `${dataDir} does not exist yet (it is created on the first start)`;
}

/** Checks the model lists in the data folder. Without this check a mistake there shows up far from its cause. */
async function checkModels({ config }: Cli): Promise<string> {
  const { configProblems, listModels } = await import("#models");
  const settings = await localModelSettings(config);
  const [problem] = configProblems(settings);
  if (problem) throw new AppError("invalid_input", problem.message);
  const listed = listModels(settings);
  const own = ["models.json", "providers.json"].filter((name) => existsSync(join(config.dataDir, name)));
  return `${listed.length} models${own.length > 0 ? `; ${own.join(" and ")} ${own.length > 1 ? "are" : "is"} valid` : ""}`;
}

/** Checks for project folders that no longer exist, and for documents that were edited on disk. */
async function checkFiles({ config }: Cli): Promise<string> {
  const { findEdited, readChoices } = await import("#documents");
  const chosen = Object.values(readChoices(config.dataDir));
  const gone = chosen.filter((dir) => !existsSync(dir));
  if (gone.length > 0) {
    throw new AppError(
      "invalid_input",
      `The folder ${gone[0]}, where a project's files are written, no longer exists${gone.length > 1 ? `, and ${gone.length - 1} more are missing` : ""}. Restore it, or choose another with "dialectic project folder <project> <dir>".`,
    );
  }
  const projects = join(config.dataDir, "projects");
  const usual = existsSync(projects) ? readdirSync(projects).map((name) => join(projects, name)) : [];
  const edited: string[] = [];
  for (const dir of [...usual, ...chosen]) edited.push(...(await findEdited(dir)).map((path) => join(dir, path)));
  if (edited.length === 0) return "no document was edited on disk";
  return `${edited.length} edited on disk, such as ${edited[0]}. Run "dialectic doc take <file>" to use an edit, or "dialectic doc discard <file>" to undo it`;
}

function assertPrivate(dataDir: string): void {
  assertOwn(dataDir);
  const { mode } = statSync(dataDir);
  if (process.platform === "win32" || (mode & 0o077) === 0) return;
  throw new AppError(
    "data_folder_refused",
    `Other users can read ${dataDir} (mode ${(mode & 0o777).toString(8)}). The next command that opens it makes it private; run "chmod 700 ${dataDir}" to do so now.`,
  );
}

const nearestExisting = (path: string): string => (existsSync(path) ? path : nearestExisting(dirname(path)));

function assertWritable(dataDir: string, path: string): void {
  try {
    accessSync(path, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new AppError(
      "data_folder_unwritable",
      `${dataDir} cannot be written. Change its permissions, or choose another folder with --data or DIALECTIC_HOME.`,
      { cause: error },
    );
  }
}
