import { AppError } from "#platform";

/** A setting of the rehearsal models: a whole number, 0 when it is not set. */
export function wholeNumberSetting(name: string, env: NodeJS.ProcessEnv): number {
  const value = env[name] ?? "0";
  if (/^\d{1,7}$/.test(value.trim())) return Number(value);
  throw new AppError("invalid_input", `${name} is “${value}”: it must be a whole number, such as 250.`);
}

/**
 * DIALECTIC_REHEARSAL_SEED: different numbers lead to different choices, and the same number gives the same bytes on any
 * machine. If it is 0 or not set, the models make their usual choices.
 */
export function readSeed(env: NodeJS.ProcessEnv): string {
  const seed = wholeNumberSetting("DIALECTIC_REHEARSAL_SEED", env);
  return seed === 0 ? "" : String(seed);
}
