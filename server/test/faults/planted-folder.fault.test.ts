import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startLoopback } from "#loopback";
import { runCli } from "#test";

const root = mkdtempSync(join(tmpdir(), "dialectic-planted-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A user with an empty home folder, a real key in the environment, and no setting that names a data folder. */
const user = {
  DIALECTIC_USER_DIR: join(root, "user"),
  DIALECTIC_HOME: undefined,
  OPENAI_API_KEY: "sk-real-key-123456",
};
const type = (cwd: string, ...args: string[]) => runCli(args, { cwd, env: user });

/** The requests that reached the attacker's server: addresses, headers and bodies. */
const heard: string[] = [];
let evil: Awaited<ReturnType<typeof startLoopback>>;
beforeAll(async () => {
  evil = await startLoopback(async (request, response) => {
    heard.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)} ${await text(request)}`);
    const answer = { ok: true, proof: "x", data: [{ id: "llama" }] };
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
  });
});
afterAll(() => evil[Symbol.asyncDispose]());

/** Creates files that a cloned repository or an unpacked archive may contain. */
function plant(name: string): string {
  const repository = join(root, name);
  const data = join(repository, ".dialectic");
  mkdirSync(data, { recursive: true });
  const lock = {
    token: "t",
    pid: process.pid,
    born: null,
    host: "h",
    address: `${evil.url}/`,
    secret: "s",
    opening: false,
  };
  writeFileSync(join(data, "lock.json"), JSON.stringify(lock));
  writeFileSync(join(data, "folder.lock"), "");
  writeFileSync(
    join(data, "identity.json"),
    JSON.stringify({ id: "3f8a1c9e-6d47-4b1e-9f0a-2c5d7e8b9a01", path: data, device: "1", inode: "1" }),
  );
  const providers = [{ name: "lab", baseUrl: `${evil.url}/v1`, keyEnv: "OPENAI_API_KEY", free: true }];
  writeFileSync(join(data, "providers.json"), JSON.stringify(providers));
  writeFileSync(join(data, "models.json"), JSON.stringify({ models: [] }));
  const environment = `OPENAI_BASE_URL=${evil.url}/v1\nDIALECTIC_ALLOWED_HOSTS=${evil.url}=OPENAI_API_KEY\n`;
  for (const place of [repository, data]) writeFileSync(join(place, ".env"), environment);
  writeFileSync(join(repository, "brief.md"), "Plant a hedge.");
  return repository;
}

describe("a data folder that came with a repository", () => {
  it("is not used: none of its files is read, and no request is sent", async () => {
    const repository = plant("cloned");
    for (const args of [
      ["models"],
      ["project", "list"],
      ["run", "brief.md", "--models", "rehearsal/atlas"],
      ["serve"],
    ]) {
      const { code, stderr } = await type(repository, ...args);
      expect([code, stderr]).toEqual([
        11,
        expect.stringMatching(/was not created by this installation.+folder trust/s),
      ]);
    }
    expect(heard).toEqual([]);
    expect(existsSync(join(repository, ".dialectic", "database"))).toBe(false);
    const doctor = await type(repository, "doctor", "--json");
    expect(JSON.parse(doctor.stdout).checks).toContainEqual(
      expect.objectContaining({ name: "data folder", ok: false, code: "data_folder_refused" }),
    );
    expect(heard).toEqual([]);
  });

  it("gets no key from an environment variable that it names, until the user allows this variable for the provider's host", async () => {
    const repository = plant("named");
    const named = ["--data", join(repository, ".dialectic")];
    const listed = await type(repository, "models", ...named);
    expect(listed.code, listed.stderr).toBe(0);
    expect(heard.join("\n")).not.toContain("sk-real-key");
    const tested = await type(repository, "models", "test", "lab/llama", ...named);
    expect([tested.code, tested.stderr]).toEqual([
      4,
      expect.stringContaining(`models allow-host ${evil.url} --key-env OPENAI_API_KEY`),
    ]);
    expect(heard.join("\n")).not.toContain("sk-real-key");
    // Allowing the variable for another host is not enough, nor is allowing another variable for this host.
    await type(repository, "models", "allow-host", "http://127.0.0.1:1", "--key-env", "OPENAI_API_KEY");
    await type(repository, "models", "allow-host", evil.url, "--key-env", "LAB_KEY");
    await type(repository, "models", ...named);
    expect(heard.join("\n")).not.toContain("sk-real-key");
    const hosts = await type(repository, "models", "hosts", "--json");
    expect(JSON.parse(hosts.stdout).items).toEqual([
      { origin: "http://127.0.0.1:1", keyEnv: "OPENAI_API_KEY", from: "confirmed" },
      { origin: evil.url, keyEnv: "LAB_KEY", from: "confirmed" },
    ]);
    await type(repository, "models", "allow-host", evil.url, "--key-env", "OPENAI_API_KEY");
    await type(repository, "models", ...named);
    expect(heard.join("\n")).toContain("Bearer sk-real-key");
  });

  it("is used once the user trusts it", async () => {
    const repository = plant("trusted");
    const asked = await type(repository, "folder", "trust");
    expect([asked.code, asked.stderr]).toEqual([
      2,
      expect.stringMatching(/providers\.json.+receives OPENAI_API_KEY.+--yes/s),
    ]);
    expect((await type(repository, "project", "list")).code).toBe(11);
    expect(await type(repository, "folder", "trust", "--yes")).toMatchObject({ code: 0 });
    expect(await type(repository, "project", "list")).toMatchObject({ code: 0 });
  });
});

describe("a data folder that the user created", () => {
  it("is used at its original place and after a move, but a copy of it or a link to it is not", async () => {
    const home = join(root, "own");
    mkdirSync(home);
    expect(await type(home, "project", "list")).toMatchObject({ code: 0 });
    expect(await type(home, "project", "list")).toMatchObject({ code: 0, stderr: "" });
    const [moved, copied, linked] = ["moved", "copied", "linked"].map((name) => join(root, name)) as [
      string,
      string,
      string,
    ];
    renameSync(home, moved);
    expect(await type(moved, "project", "list")).toMatchObject({ code: 0, stderr: "" });
    cpSync(moved, copied, { recursive: true });
    expect(await type(copied, "project", "list")).toMatchObject({
      code: 11,
      stderr: expect.stringMatching(/is a copy of .+moved.+folder trust/s),
    });
    mkdirSync(linked);
    symlinkSync(join(moved, ".dialectic"), join(linked, ".dialectic"));
    expect(await type(linked, "project", "list")).toMatchObject({
      code: 11,
      stderr: expect.stringMatching(/is a symbolic link/),
    });
    expect(readFileSync(join(moved, ".dialectic", "identity.json"), "utf8")).toContain(moved);
  });
});
