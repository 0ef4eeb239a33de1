import { StatementQuery } from "@dialectic/contract";
import type { Context } from "hono";
import type { Ctx } from "#app";
import { statementCsv } from "#wallet";
import { toFilter } from "../handlers/statement-filter.ts";
import { checkQuery } from "../read-input.ts";

/**
 * `GET /api/wallet/statement.csv`: one line per transaction that matches the filter. Pages are read as fast as the client
 * takes them, so that a long statement needs no more memory than a short one. If a page cannot be read, the answer is
 * aborted: half a statement must not look complete.
 */
export function answerStatementCsv(c: Context, ctx: Ctx): Response {
  const query = checkQuery(StatementQuery, c.req);
  const pages = statementCsv(ctx, { filter: toFilter(query) });
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const page = await pages.next();
      if (page.done) controller.close();
      else controller.enqueue(encoder.encode(page.value));
    },
    async cancel() {
      await pages.return(undefined);
    },
  });
  c.header("content-type", "text/csv; charset=utf-8");
  c.header("content-disposition", 'attachment; filename="statement.csv"');
  c.header("cache-control", "no-store");
  return c.body(body);
}
