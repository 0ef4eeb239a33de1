import type { UserDb } from "#platform";
import { type CsvCell, csvLine } from "./csv.ts";
import { statementLines } from "./statement.ts";
import type { StatementFilter, StatementLine } from "./statement-types.ts";

const pageSize = 500;

const header = [
  "transaction",
  "at",
  "kind",
  "dollars",
  "wallet",
  "spent",
  "loss",
  "overrun",
  "funding",
  "estimated",
  "reverses",
  "project",
  "session",
  "stage",
  "document",
  "exchange",
  "model",
  "call",
  "memo",
];

/**
 * Yields the acting user's transactions as CSV, newest first and page by page: one row per transaction, with its effect on
 * every account.
 */
export async function* statementCsv(
  ctx: { db: UserDb },
  input: { filter?: StatementFilter } = {},
): AsyncGenerator<string> {
  yield csvLine(header);
  let before: bigint | null = null;
  do {
    const page: Awaited<ReturnType<typeof statementLines>> = await statementLines(ctx, {
      ...input,
      limit: pageSize,
      ...(before !== null && { before }),
    });
    if (page.lines.length > 0) yield page.lines.map((line) => csvLine(cells(line))).join("");
    before = page.next;
  } while (before !== null);
}

function cells(line: StatementLine): CsvCell[] {
  const of = (account: string) => line.entries.find((entry) => entry.account === account)?.amount ?? 0n;
  return [
    line.id,
    line.at.toISOString(),
    line.kind,
    { dollars: of("wallet") },
    of("wallet"),
    of("spent"),
    of("loss"),
    of("overrun"),
    of("funding"),
    line.estimated,
    line.reverses,
    line.projectId,
    line.sessionId,
    line.stage,
    line.chainId,
    line.exchangeId,
    line.model,
    line.callKey,
    line.memo,
  ];
}
