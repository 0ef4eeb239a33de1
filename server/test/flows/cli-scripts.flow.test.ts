import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OpenCli, openCli } from "#test";

const hebrew = `# פסטיבל מוזיקה בן יומיים ל-300 אורחים

אנחנו רוצים לארגן פסטיבל מוזיקה קטן בחצר של בית הספר הישן, עם תאורה, חשמל, שירותים ומקום ישיבה לכל האורחים.
התקציב הוא ארבעים אלף שקלים והתאריך הוא סוף חודש מאי.
`;
const chinese = `# 为三百位客人举办为期两天的音乐节

我们想在老学校的院子里举办一个小型音乐节，需要灯光、电力、卫生间和座位。
预算为八万元，日期是五月底。
`;

describe.each([
  ["a Hebrew", "פסטיבל.md", hebrew, "פסטיבל-מוזיקה-בן-יומיים-ל-300-אורחים", "פסטיבל.md"],
  ["a Chinese", "音乐节 计划.md", chinese, "为三百位客人举办为期两天的音乐节", "音乐节-计划.md"],
])("a run over %s brief", (_, file, text, folder, briefFile) => {
  const dir = mkdtempSync(join(tmpdir(), "dialectic-scripts-"));
  const home = join(dir, "home");
  const env = { DIALECTIC_HOME: home, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" };
  let cli: OpenCli;
  beforeAll(() => {
    cli = openCli();
    writeFileSync(join(dir, file), text);
  });
  afterAll(async () => {
    await cli[Symbol.asyncDispose]();
    rmSync(dir, { recursive: true, force: true });
  });
  async function json(...args: string[]) {
    const { code, stdout, stderr } = await cli.run([...args, "--json"], { env });
    expect(code, stderr).toBe(0);
    return JSON.parse(stdout);
  }
  const tree = join(home, "projects", folder);

  it("gives the files names in the script in which the brief is written", async () => {
    const models = "rehearsal/atlas,rehearsal/briar";
    const made = await json("run", join(dir, file), "--process", "brief", "--models", models);
    expect(made).toMatchObject({ status: "iteration_complete", out: tree });
    expect(readFileSync(join(tree, briefFile), "utf8")).toBe(text);
    expect(readdirSync(join(tree, "Pending")).length).toBeGreaterThan(0);
    expect(readFileSync(join(tree, "project_readme.md"), "utf8")).toContain(`(${briefFile})`);
    for (const path of readdirSync(tree, { recursive: true, encoding: "utf8" })) expect(path).not.toMatch(/~~/);
  });

  it("is found by its folder name in both Unicode normal forms (NFC and NFD), and its board follows moved files", async () => {
    expect(await json("project", "show", folder.normalize("NFD"))).toMatchObject({ slug: folder });
    const [card = ""] = readdirSync(join(tree, "Pending"));
    renameSync(join(tree, "Pending", card), join(tree, "Current", card));
    const { cards } = await json("board", "sync", folder);
    expect(cards[0]).toMatchObject({ column: "current", path: `Current/${card}` });
    expect(await json("board", "move", "1", "complete", "--project", folder)).toMatchObject({ column: "complete" });
    expect(readdirSync(join(tree, "Complete"))).toEqual([card]);
  });

  it("can be exported under its name, verified, imported, exported again with the same content, and committed to git", async () => {
    const exports = join(dir, "exports");
    mkdirSync(exports);
    const exported = await json("export", folder);
    expect(exported.file).toBe(join(process.cwd(), `${folder}.zip`));
    // The file is copied instead of renamed, because the temporary folder may be on another device.
    copyFileSync(exported.file, join(exports, "first.zip"));
    rmSync(exported.file);
    exported.file = join(exports, "first.zip");
    expect(await json("verify", exported.file)).toMatchObject({ rows: { projects: 1 } });
    const imported = await json("import", exported.file);
    expect(imported).toMatchObject({ slug: `${folder}-2`, brief: text });
    const again = await json("export", imported.id, "--out", join(exports, "again.zip"));
    const files = async (zip: string) => (await json("verify", zip)).files;
    expect(await files(again.file)).toBe(await files(exported.file));
    const repository = join(dir, "repository");
    const { commits } = await json("export", imported.id, "--git", repository);
    expect(commits.length).toBeGreaterThan(5);
    expect(existsSync(join(repository, briefFile))).toBe(true);
    const git = (...args: string[]) => execFileSync("git", args, { cwd: repository, encoding: "utf8" });
    expect(git("-c", "core.quotePath=false", "ls-files", "-z").split("\0")).toContain(briefFile);
    expect(git("status", "--porcelain")).toBe("");
    expect((await json("export", imported.id, "--git", repository)).commits).toEqual([]);
  });
});
