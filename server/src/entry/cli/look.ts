import { type AppError, toAppError } from "#platform";

/** What one check found: a detail worth knowing, or a problem whose message says how to mend it. */
export type Finding = { name: string; detail: string; problem: AppError | null };

export async function look(name: string, check: () => string | Promise<string>): Promise<Finding> {
  try {
    return { name, detail: await check(), problem: null };
  } catch (error) {
    return { name, detail: "", problem: toAppError(error) };
  }
}
