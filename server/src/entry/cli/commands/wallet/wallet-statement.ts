import { resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import {
  type Client,
  formatDollars,
  type StatementGroup,
  StatementGrouping,
  type StatementLine,
  StatementQuery,
  type StatementSums,
} from "@dialectic/contract";
import type { Command } from "commander";
import { z } from "zod";
import { AppError } from "#platform";
import { addCommand } from "../../add-command.ts";
import type { Cli } from "../../cli.ts";
import { connect, type Link } from "../../connect/connect.ts";
import { readBody } from "../../input/read-body.ts";
import { type Ref, readRef } from "../../input/read-ref.ts";
import { table } from "../../output/table.ts";
import { writeWhole } from "../../output/write-whole.ts";
import type { Start } from "../../start-command.ts";

const { from, until } = StatementQuery.shape;
const filterOptions = {
  project: z.string().optional(),
  session: z.string().optional(),
  stage: z.string().optional(),
  document: z.string().optional(),
  model: z.string().optional(),
  from,
  until,
};

const addFilterOptions = (command: Command): Command =>
  command
    .option("--project <project>", "only this project, or “none” for costs that belong to no project")
    .option("--session <session>", "only this session, or “none” for costs that belong to no session")
    .option("--stage <stage>", "only this stage")
    .option("--document <job>", "only the document with this job id (“--by document” lists the ids)")
    .option("--model <model>", "only this model")
    .option("--from <moment>", "from this time, such as 2027-05-01 or 2027-05-01T08:00:00Z")
    .option("--until <moment>", "before this time");

export function statementCommands(wallet: Command, start: Start): void {
  addFilterOptions(addCommand(wallet, "statement", "Shows what was spent, by group and in total."))
    .option("--by <group>", "project, session, stage, document, exchange or model", "session")
    .option("--limit <n>", "how many groups to show, at most 500", "100")
    .option("--csv <file>", "write all transactions to a CSV file instead (“-” writes to stdout)")
    .action(
      start(
        {
          ...filterOptions,
          by: StatementGrouping.default("session"),
          limit: z.string().default("100"),
          csv: z.string().optional(),
        },
        async (cli, { by, limit, csv, ...filter }) => {
          if (csv === "-" && cli.json) {
            throw new AppError("invalid_input", "Both “--csv -” and --json write to stdout. Give --csv a file name.");
          }
          const read = readFilter(filter);
          await using link = await connect(cli);
          const query = await read(link.client);
          if (csv !== undefined) return await saveStatement(cli, link, { query, file: csv });
          const found = await link.client.getStatement({ query: { ...query, by, limit } });
          cli.print(found, () => describeStatement(by, found.groups, found.total));
          if (found.next !== null && !cli.json)
            cli.say("There are more groups. Add --limit 500, or --csv for everything.");
        },
      ),
    );

  addFilterOptions(addCommand(wallet, "lines", "Lists the transactions, newest first."))
    .option("--limit <n>", "how many to show, at most 500", "50")
    .option("--before <number>", "only transactions with a lower number, for the next page")
    .action(
      start(
        { ...filterOptions, limit: z.string().default("50"), before: z.string().optional() },
        async (cli, { limit, before, ...filter }) => {
          const read = readFilter(filter);
          await using link = await connect(cli);
          const found = await link.client.listStatementLines({
            query: { ...(await read(link.client)), limit, before },
          });
          cli.print(found, () => table(["number", "at", "kind", "amount", "what"], found.items.map(toRow)));
          if (found.next !== null && !cli.json) cli.say(`There are older transactions. Add --before ${found.next}.`);
        },
      ),
    );
}

type Filter = z.output<z.ZodObject<typeof filterOptions>>;

/** Rejects malformed names and ids immediately. The returned function looks up all others. */
function readFilter(filter: Filter): (client: Client) => Promise<z.input<typeof StatementQuery>> {
  const { project, session, document, ...rest } = filter;
  const byProject = refOrNone(project, (typed) => readRef("project", typed));
  const bySession = refOrNone(session, (typed) => readRef("session", typed));
  const byDocument = refOrNone(document, (typed) => readRef("job", typed));
  return async (client) => ({
    ...rest,
    project: await byProject?.(client),
    session: await bySession?.(client),
    document: await byDocument?.(client),
  });
}

function refOrNone<Id>(typed: string | undefined, read: (typed: string) => Ref<Id>): Ref<Id | "none"> | undefined {
  if (typed === undefined) return undefined;
  return typed === "none" ? async () => "none" : read(typed);
}

function describeStatement(by: StatementGrouping, groups: readonly StatementGroup[], total: StatementSums): string {
  if (groups.length === 0) return "Nothing has been spent.";
  const rows = groups.map((group) => [nameOf(group), ...cells(group)]);
  const isNamedById = by !== "stage" && by !== "model";
  const ids = groups.map((group) => (isNamedById ? [group.key ?? ""] : []));
  return table(
    [by, "calls", "paid", "lost", "refunded", ...(isNamedById ? ["id"] : [])],
    [...rows.map((row, n) => [...row, ...(ids[n] ?? [])]), ["total", ...cells(total)]],
  );
}

const nameOf = (group: StatementGroup): string => group.label ?? (group.key === null ? "(none)" : "(deleted)");

const cells = (sums: StatementSums): string[] => [
  String(sums.calls),
  formatDollars(sums.paid),
  formatDollars(sums.lost),
  formatDollars(sums.refunded),
];

const toRow = (line: StatementLine): string[] => [
  line.id,
  line.at.slice(0, 19).replace("T", " "),
  line.estimated ? `${line.kind} (estimated)` : line.kind,
  formatDollars(line.amount),
  [line.stage, line.model, line.memo].filter(Boolean).join(" · "),
];

/** Streams the statement as CSV into a file or to stdout. */
async function saveStatement(
  cli: Cli,
  link: Link,
  { query, file }: { query: z.input<typeof StatementQuery>; file: string },
): Promise<void> {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const response = await link.send(`/api/wallet/statement.csv?${new URLSearchParams(given)}`, {});
  const body = await readBody(response);
  if (file === "-") return pipeline(body, process.stdout, { end: false });
  const path = resolve(file);
  const bytes = await writeWhole(path, body, { what: "The statement", option: "--csv" });
  cli.print({ file: path, bytes }, () => path);
}
