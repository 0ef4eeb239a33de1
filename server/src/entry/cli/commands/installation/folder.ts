import { existsSync, readdirSync } from "node:fs";
import type { Command } from "commander";
import { z } from "zod";
import { AppError, lockFolder, prepareFolder, readIdentity, settleIdentity, trustFolder } from "#platform";
import { addCommand, addNoun } from "../../add-command.ts";
import { confirm } from "../../input/confirm.ts";
import type { Start } from "../../start-command.ts";

export function folderCommands(program: Command, start: Start): void {
  const folder = addNoun(program, "folder", "The data folder.");
  addCommand(folder, "trust", "Trusts a data folder that this installation did not create.")
    .option("--yes", "trust the folder without asking")
    .action(
      start(
        { yes: z.boolean().default(false) },
        async (cli, { yes }) => {
          const { dataDir } = cli.config;
          if (!existsSync(dataDir)) throw new AppError("not_found", `The data folder ${dataDir} does not exist.`);
          const warning = [
            `The data folder ${dataDir} controls what commands here do:`,
            ...(await describeFolder(dataDir)),
          ];
          if (!yes) {
            await confirm(cli, {
              warning: warning.join("\n  "),
              hint: "\nAdd --yes to trust it.",
              question: "Trust it?",
              declined: "The data folder is not trusted.",
            });
          }
          const identity = identityOf(dataDir);
          if (!trustFolder(identity)) {
            throw new AppError(
              "data_folder_unwritable",
              "Your settings folder cannot be written, so the decision cannot be saved. Pass the data folder with --data instead.",
            );
          }
          cli.print({ dataDir, id: identity.id }, () => `${dataDir} is trusted.`);
        },
        { ignoresFolder: true },
      ),
    );
}

/** Describes the content that affects commands, so that the person can decide whether to trust the folder. */
async function describeFolder(dataDir: string): Promise<string[]> {
  const { describeProviders } = await import("#models");
  const names = readdirSync(dataDir).sort();
  return [`it contains ${names.length > 0 ? names.join(", ") : "nothing"}`, ...describeProviders(dataDir)];
}

function identityOf(dataDir: string) {
  prepareFolder(dataDir);
  const locked = lockFolder(dataDir);
  if (locked.ok) {
    try {
      return settleIdentity(dataDir).identity;
    } finally {
      locked.lock.release();
    }
  }
  const identity = readIdentity(dataDir);
  if (identity) return identity;
  throw new AppError(
    "data_folder_locked",
    `The data folder ${dataDir} is in use. Stop the process that uses it, then try again.`,
  );
}
