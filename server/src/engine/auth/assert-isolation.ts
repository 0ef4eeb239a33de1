import { AppError, type Database, uuidv7 } from "#platform";
import { countSeen, openPolicies, roleBypassesWalls, tablesWithoutWalls } from "./isolation.store.ts";

/**
 * Proves that one user cannot see another's rows: a foreign row is written, looked for through the eyes of a
 * stranger, and taken back. Policies that look right on paper do nothing for a role that bypasses them, so we try.
 */
export async function assertIsolation(database: Database): Promise<void> {
  const problem = await database.asOwner(async (db) => {
    if ((await roleBypassesWalls(db)) !== false) {
      return 'The role dialectic_app is missing or bypasses row-level security. Run "alter role dialectic_app nosuperuser nobypassrls" on the database, or migrate it if it is new.';
    }
    const open = await tablesWithoutWalls(db);
    if (open.length > 0) {
      return `Row-level security is switched off for ${open.join(", ")}. Run "alter table … enable row level security" on the database for each.`;
    }
    const policies = await openPolicies(db);
    if (policies.length > 0) {
      return `These policies let users reach rows that are not their own: ${policies.join(", ")}. Restore them as the schema.sql of their module has them.`;
    }
    const seen = await countSeen(db, { owner: uuidv7(), stranger: uuidv7() });
    if (seen.byOwner !== 1 || seen.byStranger !== 0) {
      return "A row of one user is visible to another: row-level security does not hold in this database. Restore its policies as the schema.sql of each module has them before anybody uses it.";
    }
    return null;
  });
  if (problem) throw new AppError("unsafe_role", problem);
}
