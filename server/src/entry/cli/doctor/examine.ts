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

/** Looks at everything the program stands on, changing nothing: no folder is made, nothing is migrated. */
export async function examine(cli: Cli): Promise<CheckResult[]> {
  const node = await runCheck("node", () => `Node ${process.versions.node}`);
  const folder = await runCheck("data folder", () => lookAtFolder(cli));
  // A folder that is refused is not read any further: what is in it may be meant to do harm.
  if (folder.problem?.code === "data_folder_refused") return [node, folder];
  return [
    node,
    folder,
    await runCheck("access", () => describeAccess(cli)),
    await runCheck("models", () => lookAtModels(cli)),
    ...(await examineDatabase(cli)),
    await runCheck("outages", () => describeOutages(cli)),
    await runCheck("files", () => lookAtFiles(cli)),
    await runCheck("web app", async () => (await cli.doors.http()).describeWebBuild()),
  ];
}

/** Who may call the API, and what is taken on trust. */
function describeAccess({ config }: Cli): string {
  const found = existsSync(config.dataDir) && folderTrust(config.dataDir).ok;
  const folder = found ? "made by this installation or trusted by you" : "named by you";
  return `the API answers on 127.0.0.1 alone, to whoever has the secret of the data folder; the folder is ${folder}`;
}

/** What is promised when the program, the database or a provider is not there; power loss depends on settings and is looked at. */
function describeOutages({ config }: Cli): string {
  const database = config.databaseUrl
    ? "while the database is away work waits, and answers that are paid for are saved when it is back"
    : "the database is part of the program and cannot be away from it";
  const window = sayDuration(config.retryWindowMs);
  return `a crash loses nothing acknowledged; ${database}; a provider that is away is retried for ${window}`;
}

function lookAtFolder({ config }: Cli): string {
  const { dataDir } = config;
  assertTrusted(config);
  if (existsSync(dataDir)) assertPrivate(dataDir);
  const holder = holderOf(config);
  if (holder) return `${dataDir}, in use by process ${holder.pid}${holder.address ? ` at ${holder.address}` : ""}`;
  assertWritable(dataDir, nearestExisting(dataDir));
  return existsSync(dataDir) ? `${dataDir}, free` : `${dataDir} is not there yet: it is made at the first start`;
}

/** The lists in the data folder: a mistake there is met by whoever next asks for a model, far from its cause. */
async function lookAtModels({ config }: Cli): Promise<string> {
  const { configProblems, listModels } = await import("#models");
  const settings = await localModelSettings(config);
  const [problem] = configProblems(settings);
  if (problem) throw new AppError("invalid_input", problem.message);
  const listed = listModels(settings);
  const own = ["models.json", "providers.json"].filter((name) => existsSync(join(config.dataDir, name)));
  return `${listed.length} listed${own.length > 0 ? `; ${own.join(" and ")} can be read` : ""}`;
}

/** Folders that were chosen for files and are gone, and documents that somebody edited on disk. */
async function lookAtFiles({ config }: Cli): Promise<string> {
  const { findEdited, readChoices } = await import("#documents");
  const chosen = Object.values(readChoices(config.dataDir));
  const gone = chosen.filter((dir) => !existsSync(dir));
  if (gone.length > 0) {
    throw new AppError(
      "invalid_input",
      `The folder ${gone[0]}, where files of a project go, is gone${gone.length > 1 ? `, and so are ${gone.length - 1} more` : ""}. Bring it back, or choose another with "dialectic project folder <project> <dir>".`,
    );
  }
  const projects = join(config.dataDir, "projects");
  const usual = existsSync(projects) ? readdirSync(projects).map((name) => join(projects, name)) : [];
  const edited: string[] = [];
  for (const dir of [...usual, ...chosen]) edited.push(...(await findEdited(dir)).map((path) => join(dir, path)));
  if (edited.length === 0) return "no document was edited on disk";
  return `${edited.length} edited on disk and not taken in, such as ${edited[0]}: "dialectic doc take <file>" or "dialectic doc discard <file>" decides`;
}

function assertPrivate(dataDir: string): void {
  assertOwn(dataDir);
  const { mode } = statSync(dataDir);
  if (process.platform === "win32" || (mode & 0o077) === 0) return;
  throw new AppError(
    "data_folder_refused",
    `Other users can read ${dataDir} (mode ${(mode & 0o777).toString(8)}). The next command that opens it makes it private; "chmod 700 ${dataDir}" does so now.`,
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
