import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { type BoardCard, BoardColumn, boardColumns, type Client } from "@dialectic/contract";
import type { Command } from "commander";
import { z } from "zod";
import { AppError } from "#platform";
import { addCommand } from "../add-command.ts";
import type { Cli } from "../cli.ts";
import { connect } from "../connect/connect.ts";
import { boardProject, sayLost, syncedBoard } from "../input/board-link.ts";
import { assertOneBoard, cardCalled, projectText } from "../input/find-card.ts";
import { describeBoard, describeCard } from "../output/describe-board.ts";
import type { Start } from "../start-command.ts";

/** The card as it was before, and the board as it is now. */
type Changed = { was: BoardCard; all: readonly BoardCard[] };

const projectOption = { project: z.string().optional() };
const ofProject = [
  "--project <project>",
  "whose board (else the newest project's, unless others have the card, too)",
] as const;
const decided = {
  keep: (card: BoardCard, { was: { fileLostAt }, all }: Changed) =>
    `${describeCard(card, all)}\n\nIt is kept${fileLostAt === null ? "." : `, and its file was written again: ${card.path}`}`,
  drop: ({ number, title }: BoardCard) => `${number}  ${title} is dropped from the board.`,
};
const widthOf = (): number => process.stdout.columns ?? 100;

export function boardCommands(program: Command, start: Start): void {
  const board = addCommand(program, "board", "The work board: Pending, Current, Complete. Without a verb: shows it.");

  addCommand(board, "show [project]", "Shows the board (else of the newest project).", { isDefault: true }).action(
    start({}, async (cli, _options, typed) => {
      if (typed === "list") {
        throw new AppError("invalid_input", 'There is no "board list": "dialectic board" shows the board.');
      }
      await using link = await connect(cli);
      const project = await boardProject(link.client, typed);
      const found = await syncedBoard(cli, link.client, { project });
      sayLost(cli, found, project);
      cli.print(found, () => `${projectText(project)}\n\n${describeBoard(found.cards, widthOf())}`);
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
          change(cli, { ...options, typed, done: decided[verb] }, (client, { id: cardId }) =>
            client.decideCard({ params: { cardId }, body: { keep: verb === "keep" } }),
          ),
        ),
      );
  }

  addCommand(board, "sync [project]", "Brings the board and its files in step, whichever side changed.")
    .option("--dir <dir>", "another folder with the project's files (else where they go)")
    .action(
      start({ dir: z.string().optional() }, async (cli, options, typed) => {
        const dir = options.dir === undefined ? undefined : resolve(options.dir);
        if (dir !== undefined && !existsSync(dir)) {
          throw new AppError("invalid_input", `There is no folder ${dir}. Give the one the project's files are in.`);
        }
        await using link = await connect(cli);
        const project = await boardProject(link.client, typed);
        const found = await syncedBoard(cli, link.client, { project, dir });
        sayLost(cli, found, project);
        cli.print(found, () => `${projectText(project)}\n\n${describeBoard(found.cards, widthOf())}`);
      }),
    );
}

/** Files are read before, so that what was done there is not undone, and written after. */
async function change(
  cli: Cli,
  input: {
    project?: string | undefined;
    typed?: string | undefined;
    done?: (card: BoardCard, changed: Changed) => string;
  },
  act: (client: Client, card: BoardCard) => Promise<BoardCard>,
): Promise<void> {
  const { typed = "", done = (card: BoardCard, { all }: Changed) => describeCard(card, all) } = input;
  await using link = await connect(cli);
  const project = await boardProject(link.client, input.project);
  if (input.project === undefined) await assertOneBoard(link.client, project, typed);
  const told = new Set<string>();
  const before = await syncedBoard(cli, link.client, { project, told });
  const was = cardCalled({ project, board: before }, typed);
  const card = await act(link.client, was);
  const after = await syncedBoard(cli, link.client, { project, told });
  sayLost(cli, after, project);
  cli.print(card, () => `${projectText(project)}\n\n${done(card, { was, all: after.cards })}`);
}
