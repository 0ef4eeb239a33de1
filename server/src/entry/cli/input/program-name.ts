/** How the program was started, and so how the user starts it again: from a clone through npm, else by its name. */
export const programName = (env: NodeJS.ProcessEnv = process.env): string =>
  env.npm_lifecycle_event === "start" ? "npm start --" : "dialectic";

/**
 * A text with the commands it names as this user can copy them. Every message calls the program `dialectic`, also
 * those that come from a server; only here, on the way out, is it known how this user types it.
 */
export function asTyped(text: string, env: NodeJS.ProcessEnv = process.env): string {
  const name = programName(env);
  return text.replace(/"dialectic(?=[\s"])/g, `"${name}`).replaceAll('"npm start --"', '"npm start"');
}
