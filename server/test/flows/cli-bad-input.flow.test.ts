import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDatabase, createFromTemplate, createPgliteEngine, lockFolder } from "#platform";
import { engines, type OpenCli, openCli, runCli, startServer } from "#test";

const root = mkdtempSync(join(tmpdir(), "dialectic-bad-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const file = (name: string, content: string | Uint8Array): string => {
  const path = join(root, name);
  writeFileSync(path, content);
  return path;
};
const brief = file("brief.md", "Plant a hedge along the road.\n");
/** Creates a folder in which a symbolic link is in the place of one of the project's subfolders. */
const withLink = (name: string): string => {
  mkdirSync(join(root, name));
  symlinkSync(root, join(root, name, "Pending"));
  return join(root, name);
};
let folders = 0;
const freshFolder = () => join(root, `data-${folders++}`);

let cli: OpenCli;
beforeAll(() => {
  cli = openCli();
});
afterAll(() => cli[Symbol.asyncDispose]());

type Given = { env?: NodeJS.ProcessEnv; input?: string; run?: typeof runCli };

/** Runs a command that must be rejected with one line on stderr, one line of JSON on stdout, and the right exit code. */
async function refused(args: string[], exit: number, { run = runCli, ...given }: Given = {}): Promise<string> {
  const { code, stdout, stderr: said } = await run([...args, "--json"], given);
  // If the command had to wait for the folder, it first printed a line about that.
  const stderr = said.replace(/^Waiting for process \d+, [^\n]+…\n/, "");
  expect(stderr).toMatch(/^\S[^\n]+[.?]\n$/);
  expect(stderr).not.toMatch(/\bat .*:\d+:\d+/);
  expect(code, stderr).toBe(exit);
  expect(stdout.match(/\n/g)).toHaveLength(1);
  expect(JSON.parse(stdout)).toMatchObject({ error: { message: stderr.trim() } });
  return stderr;
}

describe.concurrent("before anything is opened or created, the command line", () => {
  it.each([
    ["a brief that does not exist", [join(root, "gone.md")], /gone\.md does not exist/],
    ["a folder", [root], /is a folder/],
    ["an empty brief", [file("empty.md", "")], /is empty/],
    ["a brief of white space", [file("blank.md", " \n\t\n")], /is empty/],
    ["a binary file", [file("binary.md", new Uint8Array([80, 75, 3, 4, 0, 0, 8]))], /not UTF-8 text/],
    [
      "text that is not UTF-8",
      [file("latin.md", Buffer.from("Caf\u00e9 f\u00fcr 300 G\u00e4ste", "latin1"))],
      /not UTF-8 text/,
    ],
    ["nothing on stdin", ["-"], /stdin is empty/],
    [
      "an unknown model",
      [brief, "--models", "rehearsal/atlas,rehearsal/briat"],
      /no model "rehearsal\/briat".*rehearsal\/briar/,
    ],
    ["a model twice", [brief, "--models", "rehearsal/atlas,rehearsal/atlas"], /listed twice/],
    ["no model", [brief, "--models", ","], /--models is empty\. Available: rehearsal\/atlas, /],
    [
      "a lead that is not among the models",
      [brief, "--lead", "rehearsal/cedar"],
      /lead model "rehearsal\/cedar" is not among/,
    ],
    ["an answer too short", [brief, "--max-output-tokens", "5"], /maxOutputTokens is invalid/],
    ["a word instead of a number", [brief, "--max-output-tokens", "many"], /--max-output-tokens is invalid/],
    ["too many continuations", [brief, "--continuations", "101"], /continuations is invalid/],
    ["too many proposals", [brief, "--proposals", "5"], /proposals is invalid/],
    ["an output folder that is a file", [brief, "--out", brief], /is a file/],
    [
      "an output folder that contains a link",
      [brief, "--out", withLink("out-linked")],
      /Pending is a link, .* Move it away/,
    ],
    ["an unknown option", [brief, "--speed", "9"], /Unknown option "--speed"\./],
    ["a misspelt option", [brief, "--model", "x"], /Unknown option "--model": did you mean --models\?/],
    ["an unknown process", [brief, "--process", "grand"], /no process "grand"\. Available: brief, classic\./],
    ["a misspelt process", [brief, "--process", "clasic"], /no process "clasic": did you mean "classic"\?/],
  ])("rejects run with %s", async (_, args, sentence) => {
    const data = freshFolder();
    expect(await refused(["run", ...args, "--data", data], 2, { run: cli.run })).toMatch(sentence);
    expect(existsSync(data)).toBe(false);
  });

  it.each([
    ["an unknown command", ["plan"], /no command "plan"\. Run "dialectic --help"/],
    ["a misspelt command", ["runn", brief, "--models", "x"], /no command "runn": did you mean "run"\?/],
    ["a noun without a verb", ["jobs"], /"jobs" needs a verb: list, show, .+ or approve/],
    ["a misspelt verb", ["project", "lst"], /no "project lst": did you mean "project list"\?/],
    [
      "a verb without its argument",
      ["session", "show"],
      /Missing required argument "session"\. Run "dialectic session list" to list them\./,
    ],
    [
      "a file that is not an export",
      ["verify", brief],
      /brief\.md is not an export\. .* "dialectic export <project>" wrote/,
    ],
    ["an invalid id", ["doc", "show", "17"], /"17" is not a document id/],
    ["an invalid port", ["serve", "--port", "99999"], /--port is invalid/],
  ])("rejects %s", async (_, args, sentence) => {
    expect(await refused(args, 2, { env: { DIALECTIC_HOME: freshFolder() }, run: cli.run })).toMatch(sentence);
  });

  it("names commands as a user types them in a clone of the repository", async () => {
    const env = { npm_lifecycle_event: "start", DIALECTIC_HOME: freshFolder() };
    expect(await refused(["plan"], 2, { env, run: cli.run })).toMatch(/Run "npm start -- --help" to list the commands/);
    expect((await cli.run(["run", "--help"], { env })).stdout).toMatch(/^Usage: npm start -- run \[options\] <file>/);
  });

  it("suggests the verb if a noun has only one", async () => {
    const said = await refused(["context"], 2, { run: cli.run });
    expect(said).toMatch(/"context" needs a verb: fit\. For example: "dialectic context fit"\./);
  });

  it.each([
    ["not JSON", [file("prompt.txt", "Plant.\nAnd.\n")], /prompt\.txt is not valid JSON: /],
    ["a list", [file("list.json", "[]")], /list\.json: Invalid input: expected object, received array\./],
    [
      "a document without text",
      [file("part.json", '{"currentUserPrompt":"?","resourceDocuments":[{"id":"a"}]}')],
      /: resourceDocuments\.0\.text: /,
    ],
    ["a window of 0 tokens", [brief, "--window", "0"], /--window is invalid/],
    ["a window larger than any model's", [brief, "--window", "99999999999"], /--window is invalid: Too big/],
  ])("rejects a prompt for context fit: %s", async (_, args, sentence) => {
    expect(await refused(["context", "fit", ...args], 2, { run: cli.run })).toMatch(sentence);
  });

  it.each([
    ["an empty brief", [file("empty-quote.md", "")], /is empty/],
    ["no model", [brief, "--models", ","], /--models is empty\. Available: rehearsal\/atlas, /],
    ["an unknown model", [brief, "--models", "rehearsal/briat"], /no model "rehearsal\/briat".*rehearsal\/briar/],
    ["a model twice", [brief, "--models", "rehearsal/atlas,rehearsal/atlas"], /listed twice/],
    [
      "a lead that is not among the models",
      [brief, "--lead", "rehearsal/cedar"],
      /lead model rehearsal\/cedar is not among/,
    ],
    ["an answer too short", [brief, "--max-output-tokens", "5"], /maxOutputTokens is invalid/],
    ["a misspelt process", [brief, "--process", "clasic"], /no process "clasic": did you mean "classic"\?/],
  ])("rejects a quote with %s", async (_, args, sentence) => {
    const data = freshFolder();
    expect(await refused(["quote", ...args, "--data", data], 2, { run: cli.run })).toMatch(sentence);
    expect(existsSync(data)).toBe(false);
  });

  it("rejects a quote for a model whose price is unknown", async () => {
    const data = freshFolder();
    const model = { id: "openai/own", contextWindow: 1000, maxOutputTokens: 100 };
    mkdirSync(data);
    writeFileSync(join(data, "models.json"), JSON.stringify({ models: [model] }));
    const asked = ["quote", brief, "--models", "openai/own", "--data", data];
    expect(await refused(asked, 2, { run: cli.run })).toMatch(/has no price/);
    expect(readdirSync(data)).toEqual(["models.json"]);
  });

  it.each([[["models"]], [["--help"]], [["--version"]], [["quote", brief]]])(
    "answers %s without a data folder",
    async (command) => {
      const data = freshFolder();
      expect(await cli.run(command, { env: { DIALECTIC_HOME: data } })).toMatchObject({ code: 0, stderr: "" });
      expect(existsSync(data)).toBe(false);
    },
  );

  it("without --json, prints errors to stderr and nothing to stdout", async () => {
    expect(await runCli(["run", join(root, "gone.md")])).toMatchObject({ code: 2, stdout: "" });
  });

  it("rejects an invalid setting", async () => {
    const given = { env: { DIALECTIC_POLL_MS: "often" }, run: cli.run };
    expect(await refused(["project", "list"], 2, given)).toMatch(/DIALECTIC_POLL_MS/);
  });

  it("rejects a version of Node that is too old", async () => {
    const lie = 'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.11.0" } })';
    const finished = await runCli(["run", brief], {
      env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(lie)}` },
    });
    expect(finished).toMatchObject({ code: 12, stdout: "" });
    expect(finished.stderr).toMatch(/^Dialectic needs Node 24 or newer, and this is 20\.11\.0\. .+\n$/);
  });
});

describe("a run that cannot be planned", () => {
  it("says what is missing, and leaves the project's name free for the next run", async () => {
    const env = { DIALECTIC_HOME: freshFolder() };
    const templates = join(root, "strangers");
    const yaml = (folder: string, content: string) => {
      mkdirSync(join(templates, folder), { recursive: true });
      writeFileSync(join(templates, folder, "strangers.yaml"), content);
    };
    yaml(
      "recipes",
      "key: strangers\ninstructions: [antithesis-role, rules]\nsteps:\n  - key: critique\n    name: Criticise\n" +
        "    prompt: antithesis-critique\n    strategy: per_source_document\n" +
        "    inputs: [{ type: thesis, stage: thesis, others: true }]\n    output: antithesis\n" +
        "    artifacts: [{ title: Critique, words: 100, about: what is weak }]\n",
    );
    yaml(
      "processes",
      "key: strangers\nname: Strangers\nabout: Critics review others.\nstages:\n" +
        "  - { key: thesis, name: Thesis, about: Each proposes., convergence: per_model, recipe: thesis }\n" +
        "  - { key: antithesis, name: Antithesis, about: Each criticises., convergence: per_model, recipe: strangers }\n" +
        "transitions: [{ to: thesis }, { from: thesis, to: antithesis }]\n",
    );
    yaml(
      "domains",
      "key: strangers\nname: Strangers\nabout: Critics review others.\nprocesses: [strangers]\ndefault: strangers\n",
    );
    expect(await cli.run(["template", "add", templates], { env })).toMatchObject({ code: 0 });
    const words = ["run", brief, "--domain", "strangers", "--models"];
    const said = await refused([...words, "rehearsal/atlas"], 4, { run: cli.run, env });
    expect(said).toMatch(/Add another model to the session/);
    const { stdout } = await cli.run(["project", "list", "--json"], { env });
    expect(JSON.parse(stdout).items).toEqual([]);
    const run = await cli.run([...words, "rehearsal/atlas,rehearsal/briar", "--json"], { env });
    expect(JSON.parse(run.stdout).out).toMatch(/plant-a-hedge-along-the-road$/);
  });
});

describe("a data folder", () => {
  it.each([
    ["below a file", join(brief, "data")],
    ["a file itself", brief],
  ])("is rejected if it is %s", async (_, data) => {
    const given = { run: cli.run };
    expect(await refused(["run", brief, "--data", data], 11, given)).toMatch(/cannot be written\. Choose another/);
    expect(await refused(["serve", "--port", "0", "--data", data], 11, given)).toMatch(/cannot be written/);
  });

  it("cannot be used by a worker, because the worker would lock out every other command", async () => {
    const data = freshFolder();
    expect(await refused(["worker", "--data", data], 2, { run: cli.run })).toMatch(
      /DATABASE_URL is not set\. .+ "dialectic serve" and/,
    );
    expect(existsSync(data)).toBe(false);
  });

  it("cannot be used while it is held by a process that is not a server", async () => {
    const data = freshFolder();
    mkdirSync(data);
    const locked = lockFolder(data);
    if (!locked.ok) throw new Error("the folder of this test is held");
    locked.lock.opened();
    const commands = [["run", brief], ["serve"], ["project", "list"]];
    const sentences = await Promise.all(commands.map((command) => refused([...command, "--data", data], 10)));
    for (const sentence of sentences) {
      expect(sentence).toMatch(`in use by process ${process.pid}, which accepts no connections. Wait`);
      expect(sentence).toMatch('While a "dialectic" server is running');
    }
    locked.lock.release();
    expect(readdirSync(data)).toEqual(["folder.lock"]); // a lock file that is removed could be locked twice
  });

  it("cannot be used by a second server or a migration while a server holds it, whereas other commands connect to that server", async () => {
    const data = freshFolder();
    const server = await startServer(["--data", data, "--no-web"]);
    for (const command of [["serve", "--port", "0"], ["migrate"]]) {
      expect(await refused([...command, "--data", data], 10, { run: cli.run })).toMatch(
        `the server at ${server.origin}/ (process ${server.pid})`,
      );
    }
    expect(await cli.run(["project", "list", "--json", "--data", data])).toMatchObject({
      code: 0,
      stdout: '{"items":[],"next":null}\n',
    });
    expect(await server.stop()).toBe(0);
  });

  it("of another build is rejected and left unchanged, with instructions for moving its projects", async () => {
    const data = freshFolder();
    mkdirSync(data);
    await createFromTemplate(join(data, "database"));
    const database = createDatabase(await createPgliteEngine(join(data, "database")));
    await database.asOwner((db) =>
      sql`insert into migrations (number, name, sha256) values (9999, 'later', 'x')`.execute(db),
    );
    await database.close();
    expect(await refused(["run", brief, "--data", data], 13, { run: cli.run })).toMatch(
      /made by another build .*"dialectic export PROJECT".*"dialectic import FILE"/,
    );
    expect(readdirSync(data).sort()).toEqual(["database", "folder.lock", "identity.json"]);
  });
});

describe("a port that is taken", () => {
  const squatter = createServer();
  let port = 0;
  beforeAll(async () => {
    await new Promise<void>((resolve) => squatter.listen(0, "127.0.0.1", resolve));
    const address = squatter.address();
    if (address && typeof address !== "string") port = address.port;
  });
  afterAll(() => void squatter.close());

  it("is reported before anything is created", async () => {
    const data = freshFolder();
    const sentence = await refused(["serve", "--port", String(port), "--data", data], 15, { run: cli.run });
    expect(sentence).toMatch(`Port ${port} is taken by another program. Choose another with --port`);
    expect(existsSync(data)).toBe(false);
  });
});

describe("a database server", () => {
  it("is reported if it does not answer", async () => {
    const env = { DATABASE_URL: "postgres://nobody@127.0.0.1:1/nothing" };
    for (const command of [["run", brief], ["worker"], ["migrate"], ["project", "list"]]) {
      const given = { env, run: cli.run };
      expect(await refused([...command, "--data", freshFolder()], 14, given)).toMatch(/does not answer/);
    }
  });

  it.runIf(engines.includes("postgres"))(
    "without tables is reported; the first migrate creates the tables, and commands work from then on",
    async () => {
      const url = new URL(process.env.DIALECTIC_TEST_DATABASE_URL ?? "");
      const name = `dialectic_test_${process.pid}_bare`;
      const admin = new pg.Client({ connectionString: url.href });
      await admin.connect();
      await admin.query(`create database ${name}`);
      const env = {
        DATABASE_URL: Object.assign(new URL(url), { pathname: `/${name}` }).href,
        DIALECTIC_HOME: freshFolder(),
      };
      try {
        expect(await refused(["project", "list"], 13, { env, run: cli.run })).toMatch(
          / Run "dialectic migrate" to create them\./,
        );
        const first = await runCli(["migrate", "--json"], { env });
        expect(JSON.parse(first.stdout).applied).toEqual(["schema"]);
        expect((await cli.run(["migrate"], { env })).stdout).toBe("The database is up to date.\n");
        expect(await cli.run(["project", "list", "--json"], { env })).toMatchObject({
          code: 0,
          stdout: '{"items":[],"next":null}\n',
        });
      } finally {
        await admin.query(`drop database ${name} with (force)`);
        await admin.end();
      }
    },
  );
});
