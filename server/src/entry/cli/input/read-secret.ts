import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { AppError } from "#platform";
import { Interrupted } from "../output/explain.ts";

/** Reads a secret from stdin or, on a terminal, without echoing it. Error messages never contain it. */
export async function readSecret(prompt: string): Promise<string> {
  const secret = (process.stdin.isTTY ? await askHidden(prompt) : await text(process.stdin)).trim();
  if (secret !== "" && !/\s/.test(secret)) return secret;
  throw new AppError("invalid_input", "A key is one line without spaces. Paste it when asked, or pipe it to stdin.");
}

/** While readline owns the terminal, the terminal itself echoes nothing; readline's output is discarded. */
function askHidden(prompt: string): Promise<string> {
  process.stderr.write(prompt);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true, historySize: 0 });
  return new Promise<string>((resolve, reject) => {
    lines.once("line", resolve);
    lines.once("SIGINT", () => reject(new Interrupted("Nothing was stored.")));
    lines.once("close", () => reject(new Interrupted("Nothing was stored.")));
  }).finally(() => {
    lines.close();
    process.stderr.write("\n");
  });
}
