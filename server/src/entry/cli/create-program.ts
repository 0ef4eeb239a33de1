import { readFileSync } from "node:fs";
import { Command } from "commander";
import { z } from "zod";
import { chatCommand } from "./commands/chat/chat.ts";
import { chatExportCommand } from "./commands/chat/chat-export.ts";
import { chatImportCommand } from "./commands/chat/chat-import.ts";
import { migrateExchangesCommand } from "./commands/chat/migrate-exchanges.ts";
import { docCommands } from "./commands/documents/doc.ts";
import { blocksCommands } from "./commands/facts/blocks.ts";
import { bundlesCommands } from "./commands/facts/bundles.ts";
import { factsCommands } from "./commands/facts/facts.ts";
import { questionsCommands } from "./commands/facts/questions.ts";
import { backupCommands } from "./commands/installation/backup.ts";
import { doctorCommand } from "./commands/installation/doctor.ts";
import { folderCommands } from "./commands/installation/folder.ts";
import { jobsCommands } from "./commands/installation/jobs.ts";
import { migrateCommand } from "./commands/installation/migrate.ts";
import { serveCommand } from "./commands/installation/serve.ts";
import { workerCommand } from "./commands/installation/worker.ts";
import { catalogueCommands } from "./commands/items/catalogue.ts";
import { itemsCommands } from "./commands/items/items.ts";
import { pricesCommands } from "./commands/items/prices.ts";
import { contextCommands } from "./commands/memory/context.ts";
import { memoryCommands } from "./commands/memory/memory.ts";
import { modelsCommand } from "./commands/models/models.ts";
import { boardCommands } from "./commands/projects/board.ts";
import { exportCommands } from "./commands/projects/export.ts";
import { projectCommands } from "./commands/projects/project.ts";
import { templateCommands } from "./commands/projects/template.ts";
import { inboxCommand } from "./commands/sessions/inbox.ts";
import { quoteCommand } from "./commands/sessions/quote.ts";
import { runCommand } from "./commands/sessions/run.ts";
import { sessionCommands } from "./commands/sessions/session.ts";
import { stageCommands } from "./commands/sessions/stage.ts";
import { walletCommands } from "./commands/wallet/wallet.ts";
import { asTyped, programName } from "./input/program-name.ts";
import { refuseRepeatedOptions } from "./input/read-words.ts";
import type { Start } from "./start-command.ts";

const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8")));

/** All commands. `start` runs the one that was typed. */
export function createProgram(start: Start): Command {
  const program = new Command(programName())
    .description("Turns a request into a plan you can defend. Without a command, starts the server.")
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
