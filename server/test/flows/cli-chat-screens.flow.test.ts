import { existsSync, mkdirSync, mkdtempDisposableSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { openTerminal, startScriptedModel } from "#test";

const program = fileURLToPath(new URL("../../bin/dialectic.mjs", import.meta.url));
const model = "scripted/model";

/** `vitest -u` rewrites the golden screens. Review each one before you commit it. */
const golden = (name: string) => join(import.meta.dirname, "screens", `${name}.txt`);

describe.skipIf(!existsSync("/usr/bin/script"))("chat in a terminal", () => {
  it("matches the golden screens: prompt, streamed answer, Ctrl-C, completion, errors, every verbosity, resize", {
    timeout: 180_000,
  }, async () => {
    using dir = mkdtempDisposableSync(join(tmpdir(), "dialectic-screens-"));
    const home = join(dir.path, "home");
    mkdirSync(home, { mode: 0o700 });
    await using script = await startScriptedModel();
    script.listIn(home, { free: true });
    const beforePiece = [Promise.resolve()]; // the second piece never comes
    script.follow(({ prompt, results }) => {
      const [, asked = ""] = /## Query\n\n([\s\S]*)$/.exec(prompt) ?? [];
      if (asked.startsWith("Wait"))
        return {
          pieces: ["The gates open at", " never"],
          before: () => beforePiece.shift() ?? new Promise(() => {}),
        };
      if (results.length > 0) return { pieces: ["At ", "nine."] };
      return {
        pieces: ["Let me see. "],
        calls: [{ name: "search", input: { query: "when the gates of the fair open", in: "documents" } }],
      };
    });
    const command = [process.execPath, "--no-wasm-tier-up", program, "chat", "--data", home, "--model", model];
    await using terminal = openTerminal(command, {
      dir: dir.path,
      columns: 80,
      rows: 24,
      env: { DIALECTIC_SYNC: "off" },
    });
    const { type, shows, view, resize } = terminal;
    const look = (name: string) => expect(`${view()}\n`).toMatchFileSnapshot(golden(name));

    await shows("Talking to scripted/model");
    await look("1-start");
    type("When do the gates \\\r");
    await shows("… ");
    type("open?\r");
    await shows("tokens in");
    await look("2-answer");
    type("Wait for it\r");
    await shows("The gates open at");
    await look("3-streaming");
    type("\x03");
    await shows("Stopped: The exchange was stopped.");
    await look("4-stopped");
    type("/ver\t");
    await shows("/verbosity ");
    type("9\r");
    await shows("from 0 to 4");
    type("/modle\r");
    await shows("There is no command");
    type("/model nowhere/none\r");
    await shows("nowhere/none");
    type("/export\r");
    await shows("Name the file");
    await look("5-completion-and-errors");
    await resize(160, 10); // wide enough that no line wraps, however long its time is
    for (const level of [0, 1, 2, 3, 4]) {
      type(`/verbosity ${level}\r`);
      await shows(`verbosity ${level}:`);
      type(`Question ${level}\r`);
      await shows("tokens in");
      await look(`6-verbosity-${level}`);
    }
    await resize(40, 12);
    type("/help\r");
    await shows("Ctrl-C");
    await look("7-help-in-40-columns");
    await resize(100, 30);
    type("/help\r");
    await shows("/migrate-exchanges");
    await look("8-help");
    type("\x1b[A\x1b[A\x1b[A\r"); // the Up key recalls earlier lines
    await shows(/verbosity 4|Question 4[\s\S]*\d s\)/);
    await resize(160, 30); // wide enough that the folder in the last line is not wrapped
    type("/exit\r");
    expect(await terminal.ended).toBe(0);
    await look("9-history-and-exit");
  });
});
