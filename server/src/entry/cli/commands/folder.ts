import { existsSync, readdirSync } from "node:fs";
import type { Command } from "commander";
import { z } from "zod";
import { AppError, lockFolder, prepareFolder, readIdentity, settleIdentity, trustFolder } from "#platform";
import { addCommand, addNoun } from "../add-command.ts";
import { confirm } from "../input/confirm.ts";
import type { Start } from "../start-command.ts";

export function folderCommands(program: Command, start: Start): void {
  const folder = addNoun(program, "folder", "The data folder itself.");
  addCommand(
    folder,
    "trust",
    "Lets the data folder be used where it is found, though this installation did not make it.",
  )
    .option("--yes", "trust it without asking")
    .action(
      start(
        { yes: z.boolean().default(false) },
        async (cli, { yes }) => {
          const { dataDir } = cli.config;
          if (!existsSync(dataDir)) throw new AppError("not_found", `There is no data folder ${dataDir}.`);
          const told = [
            `The data folder ${dataDir} decides what commands here do:`,
            ...(await describeFolder(dataDir)),
          ];
          if (!yes) {
            await confirm(cli, {
              told: told.join("\n  "),
              add: "\nAdd --yes to trust it.",
              question: "Trust it?",
              refused: "It is not trusted.",
            });
          }
          const identity = identityOf(dataDir);
          if (!trustFolder(identity)) {
            throw new AppError(
              "data_folder_unwritable",
              "Your own settings folder cannot be written, so this cannot be remembered. Name the data folder with --data instead.",
            );
          }
          cli.print({ dataDir, id: identity.id }, () => `${dataDir} is trusted.`);
        },
        { ignoresFolder: true },
      ),
    );
}

/** What is in it that acts, for a person to judge. */
async function describeFolder(dataDir: string): Promise<string[]> {
  const { describeProviders } = await import("#models");
  const names = readdirSync(dataDir).sort();
  return [`it holds ${names.length > 0 ? names.join(", ") : "nothing"}`, ...describeProviders(dataDir)];
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
  throw new AppError("data_folder_locked", `The data folder ${dataDir} is in use. Stop what uses it, then try again.`);
}
