/** The command that starts the program: through npm in a clone, else its name. */
export const programName = (env: NodeJS.ProcessEnv = process.env): string =>
  env.npm_lifecycle_event === "start" ? "npm start --" : "dialectic";

/**
 * Rewrites the commands in a message so that this user can copy them. Every message, including those from a server,
 * calls the program `dialectic`; only the CLI knows how its user starts it.
 */
export function asTyped(text: string, env: NodeJS.ProcessEnv = process.env): string {
  const name = programName(env);
  return text.replace(/"dialectic(?=[\s"])/g, `"${name}`).replaceAll('"npm start --"', '"npm start"');
}
