import { z } from "zod";
import { type ChatTool, defineTool } from "#exchanges";
import { AppError } from "#platform";
import type { ChatServices } from "../chat-services.ts";
import { projectOf } from "../project-of.ts";
import { queryTables, selectRows } from "./project-tables.store.ts";
import { type QueryLine, runQuery } from "./run-query.ts";

const described = queryTables.map(({ name, columns }) => `${name}(${columns.join(", ")})`).join("; ");

/**
 * Runs SQL over the project. The statement never reaches the product's own database: it runs in a separate process, on a
 * copy of the project's rows. docs/decisions/0090-sql-over-a-copy.md
 */
export const queryTool = ({ ctxOf }: ChatServices): ChatTool =>
  defineTool({
    name: "query_project",
    description: `Runs one SQLite select statement over tables of the project, for counts, sums and lists. Times are UTC texts (ISO 8601); long texts are cut. ${described}`,
    schema: z.strictObject({ sql: z.string().min(1).max(10_000) }),
    effects: "none",
    async run({ db, projectId, signal }, { sql }) {
      const ofProject = projectOf(projectId);
      const asked = sql.toLowerCase();
      const { lines, cut } = await ctxOf(db).db.tx(async (tx) => {
        const lines: QueryLine[] = [];
        const cut: string[] = [];
        for (const table of queryTables) {
          // A statement that does not contain a table's name cannot read that table, so the table's rows are not copied.
          const isNamed = asked.includes(table.name);
          const { rows, isCut } = isNamed
            ? await selectRows(tx, { table, projectId: ofProject })
            : { rows: [], isCut: false };
          if (isCut) cut.push(table.name);
          lines.push({ table: table.name, columns: table.columns, rows: rows.map((row) => row.map(toValue)) });
        }
        return { lines, cut };
      });
      const answer = await runQuery([...lines, { statement: sql }], signal);
      if ("error" in answer) throw new AppError("invalid_input", `The query failed: ${answer.error}`);
      const { columns, rows, isCut } = answer;
      return [
        columns.join(" | "),
        ...rows.map((row) => row.join(" | ")),
        `(${rows.length} ${rows.length === 1 ? "row" : "rows"}${isCut ? "; there are more: aggregate, or add a limit and an offset" : ""})`,
        ...(cut.length > 0 ? [`Only the newest 10,000 rows of ${cut.join(", ")} were read.`] : []),
      ].join("\n");
    },
  });

const toValue = (value: unknown): string | number | null =>
  value === null || typeof value === "string" || typeof value === "number" ? value : JSON.stringify(value);
