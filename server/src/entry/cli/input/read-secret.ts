import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { AppError } from "#platform";
import { Interrupted } from "../output/explain.ts";

/** A secret from stdin, or, on a terminal, typed without being shown. Never quoted in what is said about it. */
export async function readSecret(prompt: string): Promise<string> {
  const secret = (process.stdin.isTTY ? await askUnseen(prompt) : await text(process.stdin)).trim();
  if (secret !== "" && !/\s/.test(secret)) return secret;
  throw new AppError(
    "invalid_input",
    "A key is one line without blanks: paste it when asked, or send it through stdin.",
  );
}

/** The terminal echoes nothing while readline has it, and what readline itself would show goes nowhere. */
function askUnseen(prompt: string): Promise<string> {
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
