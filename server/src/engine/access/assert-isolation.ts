import { AppError, type Database, uuidv7 } from "#platform";
import {
  countSeen,
  openPolicies,
  ownedRelations,
  roleBypassesSecurity,
  unprotectedRelations,
} from "./isolation.store.ts";

/**
 * Checks that one user cannot read another's rows. It examines the program's role, the tables and the policies, and then
 * tries: it inserts a row as one user, looks for it as another, and rolls back.
 */
export async function assertIsolation(database: Database): Promise<void> {
  const problem = await database.asOwner(async (db) => {
    if ((await roleBypassesSecurity(db)) !== false) {
      return 'The role dialectic_app is missing or bypasses row-level security. Run "alter role dialectic_app nosuperuser nobypassrls" on the database, or migrate it if it is new.';
    }
    const unprotected = await unprotectedRelations(db);
    if (unprotected.length > 0) {
      return `Rows of users can be read without row-level security through ${unprotected.join(", ")}. Run "alter table … enable row level security" on the database for each table, "alter view … set (security_invoker = true)" for each view, or revoke the privileges of dialectic_app on it.`;
    }
    const owned = await ownedRelations(db);
    if (owned.length > 0) {
      return `Row-level security does not hold for owners, and dialectic_app owns ${owned.join(", ")} or may act as the owner. Give them another owner, and make dialectic_app a member of no other role.`;
    }
    const policies = await openPolicies(db);
    if (policies.length > 0) {
      return `These policies let users reach rows that are not their own: ${policies.join(", ")}. Restore them as the schema.sql of their module defines them.`;
    }
    const seen = await countSeen(db, { owner: uuidv7(), stranger: uuidv7() });
    if (seen.byOwner !== 1 || seen.byStranger !== 0) {
      return "A row of one user is visible to another: row-level security does not hold in this database. Restore its policies from the schema.sql of each module before using it.";
    }
    return null;
  });
  if (problem) throw new AppError("unsafe_role", problem);
}
