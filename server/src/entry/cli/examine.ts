import { accessSync, constants, existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { AppError } from "#platform";
import type { Cli } from "./cli.ts";
import { examineDatabase } from "./examine-database.ts";
import { holderOf } from "./folder-holder.ts";
import { type Finding, look } from "./look.ts";

/** Looks at everything the program stands on, changing nothing: no folder is made, nothing is migrated. */
export async function examine(cli: Cli): Promise<Finding[]> {
  return [
    await look("node", () => `Node ${process.versions.node}`),
    await look("data folder", () => lookAtFolder(cli)),
    await look("models", () => lookAtModels(cli)),
    ...(await examineDatabase(cli)),
    await look("web app", async () => (await cli.doors.http()).describeWebBuild()),
  ];
}

function lookAtFolder({ config }: Cli): string {
  const { dataDir } = config;
  const holder = holderOf(config);
  if (holder) return `${dataDir}, in use by process ${holder.pid}${holder.address ? ` at ${holder.address}` : ""}`;
  assertWritable(dataDir, nearestExisting(dataDir));
  return existsSync(dataDir) ? `${dataDir}, free` : `${dataDir} is not there yet: it is made at the first start`;
}

/** The lists in the data folder: a mistake there is met by whoever next asks for a model, far from its cause. */
async function lookAtModels({ config }: Cli): Promise<string> {
  const { listModels, readModelSettings } = await import("#models");
  const listed = listModels(readModelSettings(config));
  const own = ["models.json", "providers.json"].filter((name) => existsSync(join(config.dataDir, name)));
  return `${listed.length} listed${own.length > 0 ? `; ${own.join(" and ")} can be read` : ""}`;
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
