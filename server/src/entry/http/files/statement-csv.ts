import { StatementQuery } from "@dialectic/contract";
import type { Context } from "hono";
import type { Ctx } from "#app";
import { statementCsv } from "#wallet";
import { toFilter } from "../handlers/statement-filter.ts";
import { checkQuery } from "../read-input.ts";

/**
 * `GET /api/wallet/statement.csv`: every transaction of the filter as a line, page by page as the reader takes them, so
 * that its length costs no memory. If a page cannot be read the answer breaks off: half a statement must not look whole.
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
