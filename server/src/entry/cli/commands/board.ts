import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { type BoardCard, BoardColumn, boardColumns, type Client } from "@dialectic/contract";
import type { Command } from "commander";
import { z } from "zod";
import { AppError } from "#platform";
import { addCommand } from "../add-command.ts";
import { boardProject, cardCalled, syncedBoard } from "../board-link.ts";
import type { Cli } from "../cli.ts";
import { connect } from "../connect.ts";
import { describeBoard, describeCard } from "../describe-board.ts";
import type { Start } from "../start-command.ts";

const projectOption = { project: z.string().optional() };
const ofProject = ["--project <project>", "whose board (else the newest project's)"] as const;
const widthOf = (): number => process.stdout.columns ?? 100;

export function boardCommands(program: Command, start: Start): void {
  const board = program.command("board").description("The work board: Pending, Current, Complete.");

  addCommand(board, "show [project]", "Shows the board (else of the newest project).", { isDefault: true }).action(
    start({}, async (cli, _options, typed) => {
      await using link = await connect(cli);
      const project = await boardProject(link.client, typed);
      const found = await syncedBoard(cli, link.client, { project });
      cli.print(found, () => `${project.name}\n\n${describeBoard(found.cards, widthOf())}`);
    }),
  );

  addCommand(board, "move <card> <column>", "Moves a card: to pending, current or complete.")
    .option(...ofProject)
    .action(
      start(projectOption, async (cli, options, typed, name = "") => {
        const column = BoardColumn.safeParse(name.toLowerCase());
        if (!column.success) {
          throw new AppError("invalid_input", `There is no column "${name}": say ${boardColumns.join(", ")}.`);
        }
        await change(cli, { ...options, typed }, (client, { id: cardId }) =>
          client.moveCard({ params: { cardId }, body: { column: column.data } }),
        );
      }),
    );

  addCommand(board, "tick <card> [step]", "Ticks a step by its number. Without a step: shows the card's steps.")
    .option("--undo", "take the tick away")
    .option(...ofProject)
    .action(
      start({ ...projectOption, undo: z.boolean().default(false) }, async (cli, { undo, project }, typed, number) => {
        const step = number === undefined ? undefined : Number(number);
        if (step !== undefined && !(Number.isInteger(step) && step > 0)) {
          throw new AppError("invalid_input", `"${number}" is no number of a step: they count from 1.`);
        }
        await change(cli, { project, typed }, async (client, card) =>
          step === undefined ? card : client.tickStep({ params: { cardId: card.id }, body: { step, done: !undo } }),
        );
      }),
    );

  for (const [verb, about] of [
    ["keep", "Keeps a card whose file was deleted (it is written again), or which the plan no longer has."],
    ["drop", "Drops a card whose file was deleted, or which the plan no longer has."],
  ] as const) {
    addCommand(board, `${verb} <card>`, about)
      .option(...ofProject)
      .action(
        start(projectOption, async (cli, options, typed) =>
          change(cli, { ...options, typed }, (client, { id: cardId }) =>
            client.decideCard({ params: { cardId }, body: { keep: verb === "keep" } }),
          ),
        ),
      );
  }

  addCommand(board, "sync [project]", "Brings the board and its files in step, whichever side changed.")
    .option("--dir <dir>", "the project's folder (else projects/<name> in the data folder)")
    .action(
      start({ dir: z.string().optional() }, async (cli, options, typed) => {
        const dir = options.dir === undefined ? undefined : resolve(options.dir);
        if (dir !== undefined && !existsSync(dir)) {
          throw new AppError("invalid_input", `There is no folder ${dir}. Give the one the project's files are in.`);
        }
        await using link = await connect(cli);
        const project = await boardProject(link.client, typed);
        const found = await syncedBoard(cli, link.client, { project, dir });
        cli.print(found, () => describeBoard(found.cards, widthOf()));
      }),
    );
}

/** Files are read before, so that what was done there is not undone, and written after. */
async function change(
  cli: Cli,
  input: { project?: string | undefined; typed: string | undefined },
  act: (client: Client, card: BoardCard) => Promise<BoardCard>,
): Promise<void> {
  await using link = await connect(cli);
  const project = await boardProject(link.client, input.project);
  const before = await syncedBoard(cli, link.client, { project });
  const card = await act(link.client, cardCalled(before, input.typed));
  await syncedBoard(cli, link.client, { project });
  cli.print(card, () => describeCard(card));
}
