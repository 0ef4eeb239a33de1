import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, describe, expect, it } from "vitest";
import { startLoopback } from "#loopback";
import { openCli, said, startCli, startServer } from "#test";

const root = mkdtempSync(join(tmpdir(), "dialectic-identity-"));
const cli = openCli();
const run: typeof cli.run = (...given) => cli.run(...given);
afterAll(async () => {
  await cli[Symbol.asyncDispose]();
  rmSync(root, { recursive: true, force: true });
});

const projectsIn = async (data: string): Promise<string[]> => {
  const { stdout, stderr } = await run(["project", "list", "--json", "--data", data]);
  expect(stderr).not.toMatch(/cannot|refused/);
  return JSON.parse(stdout).items.map((one: { name: string }) => one.name);
};
const addProject = (data: string, brief: string) =>
  run(["project", "create", "-", "--data", data, "--json"], { input: brief });

describe("a copied data folder", () => {
  it("is never served by the running server of the original, and is reported as a copy once", async () => {
    const [original, copy] = [join(root, "original"), join(root, "copy")];
    await addProject(original, "Made in the original.");
    const server = await startServer(["--no-web"], { DIALECTIC_HOME: original });
    try {
      cpSync(original, copy, { recursive: true, preserveTimestamps: true });
      const made = await addProject(copy, "Made in the copy.");
      expect(await projectsIn(original)).toEqual(["Made in the original"]);
      expect(made).toMatchObject({ code: 0, stderr: expect.stringMatching(/is a copy of .+original/) });
      expect((await projectsIn(copy)).sort()).toEqual(["Made in the copy", "Made in the original"]);
      expect((await run(["project", "list", "--data", copy])).stderr).toBe("");
      const read = (data: string, name: string) => readFileSync(join(data, name), "utf8");
      expect(existsSync(join(copy, "secret"))).toBe(false); // the secret is created only when a server starts on the copy
      expect(JSON.parse(read(copy, "identity.json")).id).not.toBe(JSON.parse(read(original, "identity.json")).id);
    } finally {
      await server.stop();
    }
  });

  it.runIf(process.platform === "linux")(
    "is refused if files in it are hard links to files of the original",
    async () => {
      const [original, copy] = [join(root, "linked-from"), join(root, "linked-to")];
      await addProject(original, "Made in the original.");
      execFileSync("cp", ["-al", original, copy]);
      const { code, stderr } = await run(["project", "list", "--data", copy]);
      expect([code, stderr]).toEqual([11, expect.stringMatching(/shares files with .+linked-from/)]);
    },
  );
});

describe("a planted lock file", () => {
  it("does not make the program send a key or a command to the address it names", async () => {
    const data = join(root, "planted");
    mkdirSync(data, { mode: 0o700 });
    const heard: string[] = [];
    await using evil = await startLoopback(async (request, response) => {
      heard.push(`${request.method} ${request.url} ${request.headers.authorization ?? ""} ${await text(request)}`);
      const answer = { ok: true, provider: "openai", source: "stored", proof: "A".repeat(43) };
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
    });
    // Everything that an attacker can know: a live pid, an address that the attacker controls, and the program's file names.
    const lock = { pid: process.pid, born: null, address: `${evil.url}/`, secret: "x".repeat(43), opening: false };
    writeFileSync(join(data, "lock.json"), JSON.stringify(lock));
    const { code } = await run(["models", "key", "set", "openai", "--data", data], {
      input: "sk-very-secret-1234\n",
    });
    expect(heard.join("\n")).not.toMatch(/sk-very-secret|Bearer|POST \/api\/(models|keys|provider)/);
    expect(code).toBe(0); // no process holds the folder, so the command opens it itself
  });

  it("makes a command fail while a server holds the folder, without sending a secret to the address in the file", async () => {
    const data = join(root, "held");
    await addProject(data, "Hedge.");
    const heard: string[] = [];
    await using evil = await startLoopback(async (request, response) => {
      heard.push(`${request.headers.authorization ?? ""} ${await text(request)}`);
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ ok: true, proof: "AAAA" }));
    });
    const server = await startServer(["--no-web"], { DIALECTIC_HOME: data });
    try {
      const lock = JSON.parse(readFileSync(join(data, "lock.json"), "utf8"));
      writeFileSync(join(data, "lock.json"), JSON.stringify({ ...lock, address: `${evil.url}/` }), { mode: 0o600 });
      const { code, stderr } = await addProject(data, "A secret plan.");
      expect(heard.join("\n")).not.toMatch(/secret plan|Bearer/);
      expect([code, stderr]).toEqual([10, expect.stringMatching(/did not prove that it serves .+held/)]);
    } finally {
      await server.stop();
    }
  });
});

/** Creating a pid namespace needs Linux and root, and a container may still forbid it. */
const canUnshare =
  process.platform === "linux" && spawnSync("unshare", ["--pid", "--fork", "--mount-proc", "true"]).status === 0;

describe("a data folder held in another pid namespace", () => {
  it.runIf(canUnshare)(
    "is not opened a second time; commands reach its server (skipped where unshare --pid is forbidden)",
    async () => {
      const data = join(root, "namespace");
      await addProject(data, "Made before.");
      const within = ["unshare", "--pid", "--fork", "--kill-child", "--mount-proc"];
      const started = startCli(["serve", "--port", "0", "--no-web", "--data", data], {}, { within });
      await said(started, /Press Ctrl-C to stop/);
      try {
        // In this namespace, the holder's pid belongs to a different process or to none.
        const made = await addProject(data, "Made from outside.");
        expect(made.code, made.stderr).toBe(0);
        expect(existsSync(join(data, "lock.json"))).toBe(true);
        expect((await projectsIn(data)).sort()).toEqual(["Made before", "Made from outside"]);
      } finally {
        started.child.kill("SIGKILL"); // killing the holder also ends the namespace
        await started.finished;
      }
      expect((await projectsIn(data)).sort()).toEqual(["Made before", "Made from outside"]);
    },
  );
});
