import { CompiledQuery, type QueryResult } from "kysely";
import { z } from "zod";
import type { Tx } from "#platform";

type Plan = {
  "Relation Name"?: string | undefined;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number | undefined;
  Plans?: Plan[] | undefined;
};

const Plan: z.ZodType<Plan> = z.object({
  "Relation Name": z.string().optional(),
  "Actual Rows": z.number(),
  "Actual Loops": z.number(),
  "Rows Removed by Filter": z.number().optional(),
  get Plans() {
    return z.array(Plan).optional();
  },
});
const Explained = z.array(z.object({ Plan }));

/**
 * Counts the rows, by table, that the statements of `body` read. This measures query plans, independently of the machine's
 * speed.
 */
export async function rowsRead(db: Tx, body: (db: Tx) => Promise<unknown>): Promise<Map<string, number>> {
  const statements: CompiledQuery[] = [];
  const executor = db.getExecutor();
  const listening = replacing(executor, {
    executeQuery(query: CompiledQuery): Promise<QueryResult<unknown>> {
      statements.push(query);
      return executor.executeQuery(query);
    },
  });
  await body(replacing(db, { getExecutor: () => listening }));
  const read = new Map<string, number>();
  for (const { sql, parameters } of statements) {
    const query = CompiledQuery.raw(`explain (analyze, format json) ${sql}`, [...parameters]);
    const { rows } = await executor.executeQuery<{ "QUERY PLAN": unknown }>(query);
    const [explained] = Explained.parse(rows[0]?.["QUERY PLAN"]);
    if (explained) addUp(explained.Plan, read);
  }
  return read;
}

/** Replaces some methods of an object. The other methods keep their access to private fields. */
const replacing = <T extends object>(target: T, methods: object): T =>
  new Proxy(target, {
    get(_, name) {
      const value: unknown = Reflect.get(name in methods ? methods : target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });

function addUp(plan: Plan, read: Map<string, number>): void {
  const table = plan["Relation Name"];
  const rows = (plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0)) * plan["Actual Loops"];
  if (table) read.set(table, (read.get(table) ?? 0) + rows);
  for (const child of plan.Plans ?? []) addUp(child, read);
}
