import { type AppError, toAppError } from "#platform";

/** The result of one check. The message of a problem says how to fix it. */
export type CheckResult = { name: string; detail: string; problem: AppError | null };

export async function runCheck(name: string, check: () => string | Promise<string>): Promise<CheckResult> {
  try {
    return { name, detail: await check(), problem: null };
  } catch (error) {
    return { name, detail: "", problem: toAppError(error) };
  }
}
