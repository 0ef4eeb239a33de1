import { existsSync } from "node:fs";
import { join } from "node:path";
import { assertIsolation, localUserId } from "#access";
import { listDifferingTerms, listWorkerTroubles } from "#jobs";
import {
  AppError,
  type Config,
  createDatabase,
  createPgliteEngine,
  createPostgresEngine,
  type Database,
  isSynced,
  lockFolder,
  schemaState,
} from "#platform";
import type { Cli } from "../cli.ts";
import { connect } from "../connect/connect.ts";
import { heldError, holderOf } from "../connect/folder-holder.ts";
import { type CheckResult, runCheck } from "./check.ts";

/** Checks the database, then its schema and isolation. Skips the checks that depend on a failed check. */
export async function examineDatabase(cli: Cli): Promise<CheckResult[]> {
  const { config } = cli;
  const holder = holderOf(config);
  if (holder) {
    const checkHolder = () =>
      holder.address ? askServer(cli) : `in use by process ${holder.pid}; run this check again when it has finished`;
    return [
      await runCheck("database", checkHolder),
      await runCheck("power loss", () => describeHolderSetting(holder.pid, config)),
    ];
  }
  if (!config.databaseUrl && !existsSync(join(config.dataDir, "database"))) {
    const none = await runCheck("database", () => "not created yet (it is created on the first start)");
    return [none, await runCheck("power loss", () => describePowerLoss(config.sync))];
  }
  let opened: Awaited<ReturnType<typeof open>> | undefined;
  const reached = await runCheck("database", async () => {
    opened = await open(config);
    return opened.name;
  });
  if (!opened) return [reached];
  try {
    const { database } = opened;
    const powerLoss = await runCheck("power loss", async () =>
      describePowerLoss(await database.asOwner((db) => isSynced(db))),
    );
    return [reached, powerLoss, ...(await checkSchema(database, config))];
  } finally {
    await opened.close();
  }
}

const describePowerLoss = (isSyncing: boolean): string =>
  isSyncing
    ? "safe: commits are on disk before they are acknowledged"
    : "not safe: commits are not synced to the disk (DIALECTIC_SYNC=off, or the database server's fsync or synchronous_commit). A power failure may lose the last minutes or the whole database; a crash of the program loses nothing";

const describeHolderSetting = (pid: number, config: Config): string =>
  `depends on the DIALECTIC_SYNC setting of process ${pid}; the setting of this command is ${config.sync ? "on" : "off"}`;

async function askServer(cli: Cli): Promise<string> {
  await using link = await connect(cli);
  await link.client.listProcesses();
  return "in use by a Dialectic server, which answers and checked schema and isolation when it started";
}

async function checkSchema(database: Database, { databaseUrl }: Config): Promise<CheckResult[]> {
  const schema = await runCheck("schema", async () => {
    if ((await schemaState(database)) === "current") return "up to date";
    throw new AppError("database_older", 'The database has no tables yet. Run "dialectic migrate".');
  });
  if (schema.problem) return [schema];
  const isolation = await runCheck("isolation", async () => {
    await assertIsolation(database);
    return "rows of other users are invisible, and the database role cannot bypass this";
  });
  if (!databaseUrl) return [schema, isolation]; // only the process that opened an embedded database runs its jobs
  return [schema, isolation, await runCheck("workers", () => checkWorkers(database))];
}

/**
 * Throws if a worker recently reported that it lacks a model's key or provider: such a worker skips the jobs of that model.
 */
async function checkWorkers(database: Database): Promise<string> {
  const [troubles, differing] = await database
    .as(localUserId)
    .tx(async (db) => [await listWorkerTroubles(db), await listDifferingTerms(db)] as const);
  if (troubles.length > 0) {
    const each = troubles.map(({ worker, model, obstacle }) => `${worker} cannot call ${model}: ${obstacle}`);
    throw new AppError("model_not_ready", `${each.join(" ")} Such a worker skips the jobs of these models.`);
  }
  if (differing.length > 0) {
    return `workers list different terms for ${differing.join(", ")}; a session is charged by the terms it began with`;
  }
  return "no running worker has reported a model that it cannot call";
}

async function open(config: Config): Promise<{ name: string; database: Database; close(): Promise<void> }> {
  if (config.databaseUrl) {
    const database = createDatabase(createPostgresEngine(config.databaseUrl));
    try {
      await database.asOwner(async () => undefined); // a pool connects on first use
    } catch (error) {
      await database.close();
      throw error;
    }
    return { name: "the database server in DATABASE_URL answers", database, close: () => database.close() };
  }
  const locked = lockFolder(config.dataDir);
  if (!locked.ok) throw heldError(config, locked.holder);
  try {
    const database = createDatabase(await createPgliteEngine(join(config.dataDir, "database"), config));
    const close = async () => {
      await database.close();
      locked.lock.release();
    };
    return { name: "the embedded database opens", database, close };
  } catch (error) {
    locked.lock.release();
    throw error;
  }
}
