import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import type { Command } from "commander";
import { AppError } from "#platform";
import { addCommand } from "../../add-command.ts";
import { connect, type Link } from "../../connect/connect.ts";
import { hasDatabase } from "../../connect/has-database.ts";
import { readBody } from "../../input/read-body.ts";
import { commandFor } from "../../output/command-for.ts";
import { writeWhole } from "../../output/write-whole.ts";
import type { Start } from "../../start-command.ts";

export function backupCommands(program: Command, start: Start): void {
  addCommand(
    program,
    "backup <file>",
    "Backs up the data folder as one file, also while the server runs. For a database server, use pg_dump.",
  ).action(
    start({}, async (cli, _options, file = "") => {
      if (!hasDatabase(cli.config))
        throw new AppError("not_found", `There is nothing to back up in ${cli.config.dataDir}: it has no database.`);
      await using link = await connect(cli);
      const saved = await saveBackup(link, file);
      cli.print(saved, () =>
        [
          `${saved.file}: ${saved.files} files, ${saved.bytes} bytes, verified. Restore it with: dialectic restore ${file} --data NEW_FOLDER`,
          "It contains your provider keys: keep it where only you can read it.",
        ].join("\n"),
      );
    }),
  );

  addCommand(
    program,
    "restore <file>",
    "Restores a backup into a data folder that is empty or does not exist (--data). Restore only your own backups.",
  ).action(
    start(
      {},
      async (cli, _options, file = "") => {
        if (cli.config.databaseUrl)
          throw new AppError(
            "invalid_input",
            "DATABASE_URL is set: use pg_restore for that database, or unset DATABASE_URL to restore a folder.",
          );
        const { restoreBackup } = await import("#exports");
        const path = resolve(file);
        if (!(await stat(path).catch(() => null)))
          throw new AppError("unreadable_file", `The file ${file} does not exist.`);
        const { at, files, bytes } = await restoreBackup({ file: path, dataDir: resolve(cli.config.dataDir) });
        cli.print({ dataDir: cli.config.dataDir, at, files, bytes }, () =>
          [
            `Restored ${files} files into ${cli.config.dataDir}, as they were at ${at}.`,
            `Go on with: ${commandFor(cli.config, "serve")}`,
          ].join("\n"),
        );
      },
      { ignoresFolder: true },
    ),
  );
}

/** Writes a backup, then reads it again to verify it. Throws if the file already exists. */
export async function saveBackup(link: Link, file: string): Promise<{ file: string; files: number; bytes: number }> {
  const path = resolve(file);
  if (await stat(path).catch(() => null))
    throw new AppError("conflict", `The file ${file} exists, and a backup never replaces a file. Give another name.`);
  const body = await readBody(await link.send("/api/backup", {}));
  const bytes = await writeWhole(path, body, { what: "The backup", option: "The file", isPrivate: true });
  const { verifyBackup } = await import("#exports");
  const { files } = await verifyBackup(path);
  return { file: path, files, bytes };
}
