import { readFileSync } from "node:fs";
import { Command } from "commander";
import { z } from "zod";
import { backupCommands } from "./commands/backup.ts";
import { blocksCommands } from "./commands/blocks.ts";
import { boardCommands } from "./commands/board.ts";
import { bundlesCommands } from "./commands/bundles.ts";
import { catalogueCommands } from "./commands/catalogue.ts";
import { chatCommand } from "./commands/chat.ts";
import { chatExportCommand } from "./commands/chat-export.ts";
import { chatImportCommand } from "./commands/chat-import.ts";
import { contextCommands } from "./commands/context.ts";
import { docCommands } from "./commands/doc.ts";
import { doctorCommand } from "./commands/doctor.ts";
import { exportCommands } from "./commands/export.ts";
import { factsCommands } from "./commands/facts.ts";
import { folderCommands } from "./commands/folder.ts";
import { inboxCommand } from "./commands/inbox.ts";
import { itemsCommands } from "./commands/items.ts";
import { jobsCommands } from "./commands/jobs.ts";
import { memoryCommands } from "./commands/memory.ts";
import { migrateCommand } from "./commands/migrate.ts";
import { migrateExchangesCommand } from "./commands/migrate-exchanges.ts";
import { modelsCommand } from "./commands/models.ts";
import { pricesCommands } from "./commands/prices.ts";
import { projectCommands } from "./commands/project.ts";
import { questionsCommands } from "./commands/questions.ts";
import { quoteCommand } from "./commands/quote.ts";
import { runCommand } from "./commands/run.ts";
import { serveCommand } from "./commands/serve.ts";
import { sessionCommands } from "./commands/session.ts";
import { stageCommands } from "./commands/stage.ts";
import { templateCommands } from "./commands/template.ts";
import { walletCommands } from "./commands/wallet.ts";
import { workerCommand } from "./commands/worker.ts";
import { asTyped, programName } from "./input/program-name.ts";
import { refuseRepeatedOptions } from "./input/read-words.ts";
import type { Start } from "./start-command.ts";

const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8")));

/** All commands. `start` runs the one that was typed. */
export function createProgram(start: Start): Command {
  const program = new Command(programName())
    .description("Turns a request into a plan you can defend. Without a command: serve.")
    .version(version)
    .helpCommand("help [command...]", "Shows how a command is used, as --help does.")
    .exitOverride()
    .configureOutput({
      writeOut: (help) => process.stdout.write(asTyped(help)),
      writeErr: () => undefined, // main reports every error itself, once
    });
  const add = [
    runCommand,
    quoteCommand,
    chatCommand,
    chatImportCommand,
    chatExportCommand,
    migrateExchangesCommand,
    serveCommand,
    workerCommand,
    inboxCommand,
    projectCommands,
    sessionCommands,
    stageCommands,
    docCommands,
    boardCommands,
    factsCommands,
    itemsCommands,
    catalogueCommands,
    pricesCommands,
    bundlesCommands,
    blocksCommands,
    questionsCommands,
    jobsCommands,
    exportCommands,
    backupCommands,
    walletCommands,
    memoryCommands,
    contextCommands,
    templateCommands,
    modelsCommand,
    folderCommands,
    migrateCommand,
    doctorCommand,
  ];
  for (const addCommand of add) addCommand(program, start);
  refuseRepeatedOptions(program);
  return program;
}
