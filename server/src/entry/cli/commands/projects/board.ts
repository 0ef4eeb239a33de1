import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { type BoardCard, BoardColumn, boardColumns, type Client } from "@dialectic/contract";
import type { Command } from "commander";
import { z } from "zod";
import { AppError } from "#platform";
import { addCommand } from "../../add-command.ts";
import type { Cli } from "../../cli.ts";
import { connect } from "../../connect/connect.ts";
import { boardProject, sayLost, syncedBoard } from "../../input/board-link.ts";
import { assertOneBoard, findCard, projectText } from "../../input/find-card.ts";
import { describeBoard, describeCard } from "../../output/texts/describe-board.ts";
import type { Start } from "../../start-command.ts";

/** The card before the change, and all cards after the change. */
type Changed = { was: BoardCard; all: readonly BoardCard[] };

const projectOption = { project: z.string().optional() };
const ofProject = [
  "--project <project>",
  "project that the card belongs to (default: the newest; required if several boards have the card)",
] as const;
const describeDecision = {
  keep: (card: BoardCard, { was: { fileLostAt }, all }: Changed) =>
    `${describeCard(card, all)}\n\nKept${fileLostAt === null ? "." : `; its file was written again: ${card.path}`}`,
  drop: ({ number, title }: BoardCard) => `Dropped card ${number}, ${title}, from the board.`,
};
const widthOf = (): number => process.stdout.columns ?? 100;

export function boardCommands(program: Command, start: Start): void {
  const board = addCommand(
    program,
    "board",
    "The work board: Pending, Current, Complete. Without a verb, shows the board.",
  );

  addCommand(board, "show [project]", "Shows the board of a project (default: the newest).", {
    isDefault: true,
  }).action(
    start({}, async (cli, _options, typed) => {
      if (typed === "list") {
        throw new AppError("invalid_input", 'There is no "board list". Run "dialectic board" to see the board.');
      }
      await using link = await connect(cli);
      const project = await boardProject(link.client, typed);
      const found = await syncedBoard(cli, link.client, { project });
      sayLost(cli, found, project);
      cli.print(found, () => `${projectText(project)}\n\n${describeBoard(found.cards, widthOf())}`);
    }),
  );

  addCommand(board, "move <card> <column>", "Moves a card to pending, current or complete.")
    .option(...ofProject)
    .action(
      start(projectOption, async (cli, options, typed, name = "") => {
        const column = BoardColumn.safeParse(name.toLowerCase());
        if (!column.success) {
          throw new AppError("invalid_input", `There is no column "${name}". Use one of ${boardColumns.join(", ")}.`);
        }
        await change(cli, { ...options, typed }, (client, { id: cardId }) =>
          client.moveCard({ params: { cardId }, body: { column: column.data } }),
        );
      }),
    );

  addCommand(board, "tick <card> [item]", "Ticks a checklist item by its number. Without an item, shows the checklist.")
    .option("--undo", "untick the item")
    .option(...ofProject)
    .action(
      start({ ...projectOption, undo: z.boolean().default(false) }, async (cli, { undo, project }, typed, number) => {
        const item = number === undefined ? undefined : Number(number);
        if (item !== undefined && !(Number.isInteger(item) && item > 0)) {
          throw new AppError("invalid_input", `"${number}" is not an item number. Items are numbered from 1.`);
        }
        await change(cli, { project, typed }, async (client, card) =>
          item === undefined ? card : client.tickItem({ params: { cardId: card.id }, body: { item, done: !undo } }),
        );
      }),
    );

  for (const [verb, about] of [
    ["keep", "Keeps a card whose file was deleted (the file is written again) or that the plan no longer contains."],
    ["drop", "Drops a card whose file was deleted or that the plan no longer contains."],
  ] as const) {
    addCommand(board, `${verb} <card>`, about)
      .option(...ofProject)
      .action(
        start(projectOption, async (cli, options, typed) =>
          change(cli, { ...options, typed, done: describeDecision[verb] }, (client, { id: cardId }) =>
            client.decideCard({ params: { cardId }, body: { keep: verb === "keep" } }),
          ),
        ),
      );
  }

  addCommand(board, "sync [project]", "Syncs the board with its files, in both directions.")
    .option("--dir <dir>", "folder with the project's files (default: the project's folder)")
    .action(
      start({ dir: z.string().optional() }, async (cli, options, typed) => {
        const dir = options.dir === undefined ? undefined : resolve(options.dir);
        if (dir !== undefined && !existsSync(dir)) {
          throw new AppError(
            "invalid_input",
            `The folder ${dir} does not exist. Give the folder that contains the project's files.`,
          );
        }
        await using link = await connect(cli);
        const project = await boardProject(link.client, typed);
        const found = await syncedBoard(cli, link.client, { project, dir });
        sayLost(cli, found, project);
        cli.print(found, () => `${projectText(project)}\n\n${describeBoard(found.cards, widthOf())}`);
      }),
    );
}

/** Changes a card. Syncs the board with its files before and after that; the first sync keeps the edits in the files. */
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
  const was = findCard({ project, board: before }, typed);
  const card = await act(link.client, was);
  const after = await syncedBoard(cli, link.client, { project, told });
  sayLost(cli, after, project);
  cli.print(card, () => `${projectText(project)}\n\n${done(card, { was, all: after.cards })}`);
}
