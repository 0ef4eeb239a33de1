import { startCli } from "./start-cli.ts";

export type RunningServer = {
  origin: string;
  secret: string;
  pid: number;
  /** The server's log, which is everything that it has written to stderr so far. */
  log(): string;
  /** Stops the server as a process manager does. Returns its exit code. */
  stop(): Promise<number | null>;
};

/**
 * Starts the real server as a user does, on the port given in `args` or else on a free one. Resolves when the server has
 * printed its address.
 */
export async function startServer(args: string[], env: NodeJS.ProcessEnv = {}): Promise<RunningServer> {
  const port = args.includes("--port") ? [] : ["--port", "0"];
  const { child, finished, heard } = startCli(["serve", ...port, "--json", ...args], env);
  const line = await Promise.race([
    new Promise<string>((resolve) => {
      let line = "";
      child.stdout?.on("data", (data) => {
        line += data;
        if (line.includes("\n")) resolve(line);
      });
    }),
    finished.then(({ stderr }) => Promise.reject(new Error(`The server ended: ${stderr}`))),
  ]);
  const { url, pid } = JSON.parse(line);
  const address = new URL(url);
  return {
    origin: address.origin,
    secret: address.searchParams.get("token") ?? "",
    pid,
    log: () => heard().stderr,
    async stop() {
      child.kill("SIGTERM");
      return (await finished).code;
    },
  };
}
