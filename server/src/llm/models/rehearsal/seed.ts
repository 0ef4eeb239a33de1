import { wholeNumberSetting } from "./whole-number-setting.ts";

/** DIALECTIC_REHEARSAL_SEED: another number, other choices; the same number, the same bytes, on any machine. Without it, the usual ones. */
export function readSeed(env: NodeJS.ProcessEnv): string {
  const seed = wholeNumberSetting("DIALECTIC_REHEARSAL_SEED", env);
  return seed === 0 ? "" : String(seed);
}
