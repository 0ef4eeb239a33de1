import { AsyncLocalStorage } from "node:async_hooks";
import { AppError } from "../errors.ts";

const inside = new AsyncLocalStorage<{ open: boolean }>();

/**
 * Throws when called inside a database transaction. Every slow or external operation (a model call, the network, a file,
 * another transaction) calls this first, because a transaction held open across it would block the embedded database for all
 * users and keep rows locked on a PostgreSQL server.
 */
export function assertNoTransaction(what: string): void {
  if (inside.getStore()?.open) {
    throw new AppError("internal", `${what} inside a database transaction is forbidden: do it before or after.`, {
      retry: false,
    });
  }
}

export async function runInside<T>(body: () => Promise<T>): Promise<T> {
  const scope = { open: true };
  try {
    return await inside.run(scope, body);
  } finally {
    scope.open = false;
  }
}
