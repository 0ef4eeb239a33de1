import { startCli } from "./start-cli.ts";

export type RunningServer = {
  origin: string;
  secret: string;
  pid: number;
  /** Asks it to stop, as a process manager does; answers its exit code. */
  stop(): Promise<number | null>;
};

/** The real server on a free port, as a user starts it; ready when it has said its address. */
export async function startServer(args: string[], env: NodeJS.ProcessEnv = {}): Promise<RunningServer> {
  const { child, finished } = startCli(["serve", "--port", "0", "--json", ...args], env);
  const line = await Promise.race([
    new Promise<string>((resolve) => {
      let heard = "";
      child.stdout?.on("data", (data) => {
        heard += data;
        if (heard.includes("\n")) resolve(heard);
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
    async stop() {
      child.kill("SIGTERM");
      return (await finished).code;
    },
  };
}
