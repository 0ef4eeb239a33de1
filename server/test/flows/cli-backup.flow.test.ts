import { chmodSync, mkdirSync, mkdtempDisposableSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openCli, startServer } from "#test";

describe("the command line", () => {
  it("backs up a running server with its chats; another installation continues from the backup", {
    timeout: 120_000,
  }, async () => {
    await using cli = openCli();
    using dir = mkdtempDisposableSync(join(tmpdir(), "dialectic-backup-"));
    const home = join(dir.path, "home");
    mkdirSync(home, { mode: 0o700 });
    const file = (name: string) => join(dir.path, name);
    const server = await startServer(["--data", home], { DIALECTIC_SYNC: "off" });
    const asked = await cli.run(["chat", "--data", home, "-m", "Which gate opens first?", "--json"]);
    expect(asked.code).toBe(0);
    const { conversationId, answer } = JSON.parse(asked.stdout);

    chmodSync(dir.path, 0o755); // the backup must be private even if its folder is not
    const made = await cli.run(["backup", file("all.zip"), "--data", home]);
    expect(made).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/verified\. Restore it with:.*\n.*provider keys/),
    });
    expect(statSync(file("all.zip")).mode & 0o777).toBe(0o600);
    expect(await cli.run(["backup", file("all.zip"), "--data", home])).toMatchObject({ code: 4 });
    const direct = await fetch(`${server.origin}/api/backup`, {
      headers: { cookie: `dialectic-${new URL(server.origin).port}=${server.secret}` },
    });
    expect(direct.status).toBe(404); // a browser's cookie does not give access

    const exported = await cli.run(["chat-export", file("chats.json"), "--data", home, "--json"]);
    expect(JSON.parse(exported.stdout)).toMatchObject({ conversations: 1 });
    const one = ["--conversation", conversationId, "--data", home];
    expect(await cli.run(["chat-export", file("chat.md"), ...one])).toMatchObject({ code: 0 });
    expect(readFileSync(file("chat.md"), "utf8")).toMatch(/^# Which gate opens first\?\n\n## 1\. You\n\nWhich gate/);
    expect(await server.stop()).toBe(0);

    expect(await cli.run(["restore", file("all.zip"), "--data", home])).toMatchObject({ code: 4 });
    expect(await cli.run(["restore", file("gone.zip"), "--data", file("new")])).toMatchObject({ code: 2 });
    expect(await cli.run(["restore", file("chats.json"), "--data", file("new")])).toMatchObject({ code: 6 });
    expect(await cli.run(["restore", file("all.zip"), "--data", file("new")])).toMatchObject({ code: 0 });
    const next = await cli.run([
      "chat",
      "--data",
      file("new"),
      "--conversation",
      conversationId,
      "-m",
      "And then?",
      "--json",
    ]);
    expect(JSON.parse(next.stdout)).toMatchObject({ number: 2, conversationId, status: "completed" });

    const other = file("other");
    const imported = await cli.run(["chat-import", file("chats.json"), "--data", other, "--json"]);
    expect(JSON.parse(imported.stdout)).toMatchObject({ imported: 1, exchanges: 1, refused: [] });
    expect(await cli.run(["chat-export", file("back.json"), "--data", other])).toMatchObject({ code: 0 });
    expect(JSON.parse(readFileSync(file("back.json"), "utf8"))).toMatchObject([
      { exchanges: [{ userText: "Which gate opens first?", answer }] },
    ]);
    expect(await cli.run(["backup", file("nothing.zip"), "--data", file("none")])).toMatchObject({ code: 3 });
  });

  it("imports the other chats of a file if one chat is nested so deeply that it would overflow the stack", async () => {
    await using cli = openCli();
    using dir = mkdtempDisposableSync(join(tmpdir(), "dialectic-deep-"));
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    const chat = (id: string, messages: string) => `{"uuid":"${id}","name":"${id}","chat_messages":${messages}}`;
    const good = chat("good", '[{"sender":"human","text":"Which gate?"}]');
    writeFileSync(join(dir.path, "chats.json"), `[${chat("bad", deep)},${good}]`);
    const data = join(dir.path, "data");
    const chats = await cli.run(["chat-import", join(dir.path, "chats.json"), "--data", data, "--json"]);
    expect(chats.code, chats.stderr).toBe(0);
    expect(JSON.parse(chats.stdout)).toMatchObject({
      imported: 1,
      refused: [{ index: 0, reason: expect.stringContaining("nested too deeply") }],
    });
    const line = (content: string) => `{"role":"user","content":${content}}\n`;
    writeFileSync(join(dir.path, "lines.jsonl"), [line('"One."'), line(deep), line('"Two."')].join(""));
    const messages = await cli.run(["chat-import", join(dir.path, "lines.jsonl"), "--data", data, "--json"]);
    expect(JSON.parse(messages.stdout)).toMatchObject({
      imported: 2,
      refused: [{ index: 1, reason: expect.stringContaining("nested too deeply") }],
    });
  });
});
