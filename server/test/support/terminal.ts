import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { vi } from "vitest";
import { createScreen } from "./screen.ts";

export type Terminal = AsyncDisposable & {
  type(text: string): void;
  /** Waits until these words have appeared since the last `type` and the screen is completely drawn. */
  shows(words: string | RegExp): Promise<void>;
  /** Changes the size of the terminal, as a person does by resizing the window. */
  resize(columns: number, rows: number): Promise<void>;
  /** The screen as a person sees it. Times and ids that differ between runs are replaced. */
  view(): string;
  ended: Promise<number | null>;
};

/** Runs a program in a pseudo-terminal and draws what it writes. Uses `script`, which is part of Debian's base system. */
export function openTerminal(
  command: readonly string[],
  { dir, columns, rows, env }: { dir: string; columns: number; rows: number; env: NodeJS.ProcessEnv },
): Terminal {
  const device = join(dir, "tty");
  const words = command.map((word) => `'${word}'`).join(" ");
  const start = `tty > '${device}'; stty cols ${columns} rows ${rows}; exec ${words}`;
  const child = spawn("/usr/bin/script", ["-qfec", start, "/dev/null"], {
    env: { ...process.env, ...env, TERM: "xterm" },
  });
  let screen = createScreen(columns, rows);
  let heard = "";
  child.stdout.setEncoding("utf8").on("data", (data: string) => {
    heard += data;
    screen.write(data);
  });
  async function shows(wanted: string | RegExp): Promise<void> {
    const isThere = () => {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
      const text = heard.replace(/\u001b\[[\d;?]*[A-Za-z]/g, "");
      return typeof wanted === "string" ? text.includes(wanted) : wanted.test(text);
    };
    await vi.waitUntil(isThere, { timeout: 30_000, interval: 20 }).catch((cause: unknown) => {
      throw new Error(`The terminal does not show ${wanted}:\n${screen.text()}`, { cause });
    });
    for (let before = ""; before !== screen.text(); await new Promise((resolve) => setTimeout(resolve, 150)))
      before = screen.text();
  }

  return {
    type(text) {
      heard = "";
      child.stdin.write(text);
    },
    shows,
    async resize(width, height) {
      heard = "";
      screen = screen.resized(width, height);
      spawnSync("stty", ["-F", readFileSync(device, "utf8").trim(), "cols", String(width), "rows", String(height)]);
      await shows("> "); // the prompt is drawn again
    },
    view: () =>
      screen
        .text()
        .replaceAll(dir, "…")
        .replace(/\b\d+ ms/g, "… ms")
        .replace(/\b\d+\.\d s\b/g, "… s")
        .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "…")
        .replace(/\b\d+ tokens/g, "… tokens"),
    ended: new Promise((resolve) => child.on("close", resolve)),
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
    },
  };
}
