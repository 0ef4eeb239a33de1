import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type OpenCli, openCli, openTerminal, startScriptedModel } from "#test";

const program = fileURLToPath(new URL("../../bin/dialectic.mjs", import.meta.url));
const model = "scripted/model";

describe("chat on the command line", () => {
  let dir: string;
  let home: string;
  let cli: OpenCli;
  let script: Awaited<ReturnType<typeof startScriptedModel>>;
  beforeAll(async () => {
    cli = openCli();
    dir = mkdtempSync(join(tmpdir(), "dialectic-chat-"));
    home = join(dir, "home");
    mkdirSync(home, { mode: 0o700 });
    script = await startScriptedModel();
    script.listIn(home, { free: true });
  });
  afterAll(async () => {
    await cli[Symbol.asyncDispose]();
    await script[Symbol.asyncDispose]();
    rmSync(dir, { recursive: true, force: true });
  });
  const run = (args: string[], input?: string) =>
    cli.run(["chat", "--data", home, "--model", model, ...args], input === undefined ? {} : { input });

  it("answers one question from an option or from stdin, and shows tool details according to the verbosity", async () => {
    script.follow(({ results }) =>
      results.length === 0
        ? { pieces: ["Let me see. "], calls: [{ name: "search", input: { query: "a word that is longer than that" } }] }
        : { pieces: ["At ", "nine\u0007."] },
    );
    const first = await run(["-m", "When do the doors open?", "--verbosity", "1"]);
    expect(first).toMatchObject({ code: 0, stdout: "Let me see. \nAt nine␇.\n" });
    expect(first.stderr).toMatch(
      /→ search \{"query":"a word that is longe…\n✓ search, \d+ ms\n\(11 tokens in, 14 out, \$0, 1 tool call/,
    );
    expect(first.stderr.match(/tokens in/g)).toHaveLength(1);
    expect((await run(["-m", "And then?", "--verbosity", "0"])).stderr).toMatch(/^→ search\n\(/);
    const all = await run(["-m", "And then?", "--verbosity", "4"]);
    expect(all.stderr).toMatch(/\[user\]\n[\s\S]*## Query\n\nAnd then\?[\s\S]*\[tools\]\n\[/);

    script.follow(() => ({ pieces: ["Yes."] }));
    const { stdout } = await run(["--json"], "From stdin?\n");
    const exchange = JSON.parse(stdout);
    expect(exchange).toMatchObject({ status: "completed", userText: "From stdin?\n", answer: "Yes.", number: 1 });
    const next = await run(["--conversation", exchange.conversationId, "-m", "Again?", "--json"]);
    expect(JSON.parse(next.stdout)).toMatchObject({ number: 2, conversationId: exchange.conversationId });
  });

  it("reports errors with their exit codes", async () => {
    expect(await run(["-m", "Hello", "--verbosity", "7"])).toMatchObject({ code: 2 });
    expect(await run(["-m", "Hello", "--conversation", crypto.randomUUID()])).toMatchObject({ code: 3 });
    script.follow(() => ({ pieces: [""] }));
    const failed = await run(["-m", "Hello", "--json"]);
    expect(failed.code).toBe(20);
    const { error } = JSON.parse(failed.stdout);
    expect(JSON.parse(failed.stdout)).toMatchObject({ status: "failed", error: { code: "empty_answer" } });
    // The message is printed only once.
    expect((await run(["-m", "Hello"])).stderr.split(error.message)).toHaveLength(2);
  });

  it.skipIf(!existsSync("/usr/bin/script"))(
    "reads lines and commands at a terminal, with completion; Ctrl-C stops an answer, but does not end the chat",
    { timeout: 60_000 },
    async () => {
      script.follow(({ prompt }) => {
        const [, asked = ""] = /## Query\n\n([\s\S]*)$/.exec(prompt) ?? [];
        return asked === "Wait"
          ? {
              pieces: ["Begun", " never"],
              before: vi
                .fn()
                .mockResolvedValueOnce(0)
                .mockReturnValue(new Promise(() => {})),
            }
          : { pieces: [`You said <${asked}>`] };
      });
      const made = await cli.run(["project", "create", "-", "--data", home, "--json"], {
        input: "A fair on the quay.",
      });
      const { id: projectId } = JSON.parse(made.stdout);
      const command = `"${process.execPath}" "${program}" chat --data "${home}" --model ${model} --project ${projectId}`;
      const child = spawn("/usr/bin/script", ["-qfec", command, "/dev/null"], {
        env: { ...process.env, TERM: "xterm" },
      });
      let screen = "";
      child.stdout.on("data", (data) => {
        screen += data;
      });
      const type = (text: string) => child.stdin.write(text);
      const shows = (words: string | RegExp) =>
        vi.waitUntil(() => (typeof words === "string" ? screen.includes(words) : words.test(screen)), {
          timeout: 20_000,
        });
      const clear = () => {
        screen = "";
      };
      await shows("Talking to scripted/model");
      type("one \\\rtwo\r");
      await shows(/You said <one \r?\ntwo>/);
      clear();
      type("Wait\r");
      await shows("Begun");
      type("\x03");
      await shows("Stopped: The exchange was stopped.");
      clear();
      type("/ver\t");
      await shows("/verbosity ");
      type("3\r");
      await shows("verbosity 3: also the messages");
      type("/facts\r");
      await shows("No facts were found.");
      type("/why F1\r");
      await shows("The project has no fact F1.");
      type("/why C9\r");
      await shows("The newest session has no claim C9.");
      type("/verbosity 0\r/info\r");
      await shows("2 exchanges");
      clear();
      type('"""\rlast\r"""\r');
      await shows("You said <last>");
      const file = join(dir, "talk.md");
      type(`/export ${file}\r`);
      await shows("Wrote 3 exchanges");
      expect(readFileSync(file, "utf8")).toContain("*The exchange was stopped.*");
      const ended = new Promise((resolve) => child.on("close", resolve));
      type("/exit\r");
      expect(await ended).toBe(0);
      expect(screen).toContain("Continue later with:");
      expect(readFileSync(join(home, "chat-history.json"), "utf8")).toContain("/info");
    },
  );

  it.skipIf(!existsSync("/usr/bin/script"))(
    "survives Ctrl-C right after a question and in the middle of a multi-line message, and takes pasted lines as one message",
    { timeout: 60_000 },
    async () => {
      script.follow(({ prompt }) => {
        const [, asked = ""] = /## Query\n\n([\s\S]*)$/.exec(prompt) ?? [];
        return asked === "Wait"
          ? { pieces: ["never"], before: () => new Promise(() => {}) }
          : { pieces: [`You said <${asked}>`] };
      });
      const command = [process.execPath, "--no-wasm-tier-up", program, "chat", "--data", home, "--model", model];
      await using terminal = openTerminal(command, {
        ...{ dir, columns: 100, rows: 40, env: { DIALECTIC_SYNC: "off" } },
      });
      const { type, shows } = terminal;
      await shows("Talking to scripted/model");
      type("Wait\r\x03"); // Ctrl-C is pressed before the server has recorded the question
      await shows("Stopped: The exchange was stopped.");
      type("one\r");
      await shows("You said <one>");
      type("half \\\r");
      await shows("… ");
      type("a message\x03");
      await shows(/> $/);
      type('"""\rmore\r');
      await shows("… ");
      type("\x03");
      await shows(/> $/);
      type("two\x1b[D\x1b[D\x03"); // Ctrl-C is pressed with the cursor in the middle of the line
      await shows(/> $/);
      type("three\r");
      await shows("You said <three>");
      type("\x1b[200~first\r\tsecond\r/exit\x1b[201~");
      await shows("/exit");
      type("\r");
      // Waits for the prompt: while an answer is streaming, Ctrl-C stops the answer instead of ending the chat.
      await shows(/You said <first\r?\n\s*second\r?\n\/exit>[\s\S]*> $/);
      const asked = script.requests.map(({ prompt }) => prompt.replace(/[\s\S]*## Query\n\n/, ""));
      expect(asked.filter((text) => !/^Wait$|^## Exchange to summarize/.test(text))).toEqual([
        "one",
        "three",
        "first\n\tsecond\n/exit",
      ]);
      type("\x03");
      expect(await terminal.ended).toBe(0);
    },
  );

  it.skipIf(!existsSync("/usr/bin/script"))(
    "runs every slash command at a terminal, offline: confirming, explaining a fact, forking, searching, backing up",
    { timeout: 120_000 },
    async () => {
      const offline = join(dir, "offline");
      mkdirSync(offline, { mode: 0o700 });
      const made = await cli.run(["project", "create", "-", "--data", offline, "--json"], {
        input: "A fair on the quay for 300 guests.",
      });
      const { id: projectId } = JSON.parse(made.stdout);
      const command = [
        process.execPath,
        "--no-wasm-tier-up",
        program,
        "chat",
        "--data",
        offline,
        "--project",
        projectId,
      ];
      await using terminal = openTerminal([...command, "--model", "rehearsal/atlas"], {
        ...{ dir, columns: 120, rows: 40, env: { DIALECTIC_SYNC: "off" } },
      });
      const { type, shows } = terminal;
      /** Types a line and waits for the expected output. */
      const say = async (line: string, ...shown: (string | RegExp)[]) => {
        type(`${line}\r`);
        for (const words of shown) await shows(words);
      };
      await shows("Talking to rehearsal/atlas");
      await say("/info", "A new conversation with rehearsal/atlas.");
      await say("/cost", "$0");
      await say("/fork", "nothing to fork yet");
      await say("/retry", "Nothing was asked");
      await say("/tools", "propose_fact (asks you first)", "query_project");
      await say("How much is in my wallet?", "tokens in");
      await say("Change the budget to 150,000 USD", "/confirm");
      await say("/facts", "No facts were found.");
      await say("/confirm", /150,000/);
      await say("/confirm", /confirmed|already|decided/);
      await say("/facts", /F1\b.*150,000/);
      await say("/why F1", "Change the budget to 150,000 USD", "What happened");
      expect(terminal.view()).not.toMatch(/\[(?:STRUCTURED_QUESTIONS|FREE_CHAT|AGENT_OUTPUT)\]/);
      await say("/why F9", "The project has no fact F9.");
      await say("/why budget", "Name a fact or a claim");
      await say("/decline 7", "proposed no action with this number");
      await say("/retry", "tokens in");
      await say("/search wallet", /wallet/i);
      await say("/fork 1", "with 1 exchanges");
      await say("/info", "1 exchanges");
      type("/mod\t");
      await shows("/model ");
      type("rehearsal/b\t");
      await shows(/rehearsal\/b\w+/);
      type("\r");
      await shows(/model rehearsal\/b\w+/);
      await say("/migrate-exchanges dry-run", /0|[Nn]othing/);
      await say("/migrate-exchanges soon", 'not "soon"');
      await say(`/export ${join(dir, "talk.json")}`, "Wrote 1 exchanges");
      await say(`/backup ${join(dir, "all.zip")}`, "verified");
      await say("/exit", "Continue later with:");
      expect(await terminal.ended).toBe(0);
      expect(existsSync(join(dir, "all.zip"))).toBe(true);
    },
  );
});
