import type { Overlay } from "@dialectic/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addTemplates, listDomains, listProcesses } from "#recipes";
import { createProject, createQuote, createSession, getSession } from "#sessions";
import { addUser, engines, type TestApp, testApp } from "#test";

const brief = "Build a stage for 300 guests in a listed hall by 1 May 2027.";
const models = ["rehearsal/atlas"];

const recipe = `
key: sketch
instructions: [thesis-role, rules]
steps:
  - key: sketch
    name: Sketch
    prompt: sketch-it
    strategy: per_model
    output: sketch
    artifacts:
      - { title: Sketch, words: 200, about: the idea on one page }
`;
const process = `
key: sketch-only
name: Sketch only
about: One page and no more.
stages:
  - { key: sketch, name: Sketch, about: One page., convergence: per_model, recipe: sketch }
transitions:
  - { to: sketch }
`;
const domain = `
key: scenery
name: Scenery
about: Painted flats.
processes: [sketch-only, brief]
default: sketch-only
overlay: { role: You paint scenery. }
`;
const own = (more: Record<string, string> = {}) => ({
  files: Object.entries({
    "prompts/sketch-it.md": "Sketch it for {{stage}}.",
    "recipes/sketch.yaml": recipe,
    "processes/sketch-only.yaml": process,
    "domains/scenery.yaml": domain,
    ...more,
  }).map(([path, text]) => ({ path, text })),
});

describe.each(engines)("domains and templates on %s", (engine) => {
  let t: TestApp;
  let stranger: TestApp["ctx"];
  beforeAll(async () => {
    t = await testApp(engine);
    stranger = { ...t.ctx, db: t.database.as(await addUser(t.database, "a stranger")) };
  });
  afterAll(() => t[Symbol.asyncDispose]());

  const session = async (given: { domain?: string; process?: string; project?: Overlay; run?: Overlay }) => {
    const project = await createProject(t.ctx, {
      brief,
      domain: given.domain,
      process: given.process,
      overlay: given.project,
    });
    const overlay = given.run;
    return createSession(t.ctx, { projectId: project.id, models, auto: true, start: false, overlay });
  };

  it("merge their overlays with those of the project and the session, in every prompt and in the quote", async () => {
    const project = { boundaries: "The floor bears 300 kg a square metre.", compliance: "Permit by April." };
    const made = await session({ domain: "event-production", process: "brief", project, run: { compliance: "None." } });
    expect(made).toMatchObject({ domain: "event-production", overlay: { ...project, compliance: "None." } });
    expect(made.overlay.role).toContain("producer");
    const { rows } = await t.ctx.db.tx((db) =>
      sql<{ domain: string }>`select key || ' ' || version as domain from domains where id = (
        select domain_id from sessions where id = ${made.id})`.execute(db),
    );
    expect(rows).toEqual([{ domain: "event-production 1" }]);

    const plain = await createQuote(t.ctx, { brief, process: "brief", models });
    const quoted = await createQuote(t.ctx, { brief, process: "brief", models, domain: "event-production" });
    expect(quoted.tokens.low).toBeGreaterThan(plain.tokens.low);

    const worker = await t.startWorker();
    await t.reach((await session({ domain: "event-production", process: "brief", project })).id, "ready");
    const running = await createSession(t.ctx, {
      projectId: made.projectId,
      models,
      auto: true,
      start: true,
      overlay: { compliance: "None." },
    });
    await t.reach(running.id, "iteration_complete");
    await worker.stop();
    const prompts = await t.ctx.db.tx((db) =>
      sql<{ prompt: string }>`select prompt from contributions where session_id = ${running.id}`.execute(db),
    );
    expect(prompts.rows.length).toBe(5);
    for (const { prompt } of prompts.rows) {
      expect(prompt).toContain("## Boundaries\n\nThe floor bears 300 kg a square metre.\n\n");
      expect(prompt).toContain("## Compliance\n\nNone.");
      expect(prompt).not.toContain("Permit by April.");
    }
  });

  it("cannot be changed, even by SQL, in sessions that started with them", async () => {
    const made = await session({ domain: "software-development" });
    const change = (db: Parameters<Parameters<typeof t.database.asOwner>[0]>[0]) =>
      sql`update sessions set overlay = '{}' where id = ${made.id}`.execute(db);
    await expect(t.ctx.db.tx(change)).rejects.toMatchObject({ code: "conflict" });
    await expect(t.database.asOwner(change)).rejects.toThrow(/keeps the domain/);
    expect((await getSession(t.ctx, { sessionId: made.id })).overlay).toEqual(made.overlay);
  });

  it("are refused if they are unknown or do not offer the chosen process", async () => {
    await expect(session({ domain: "event-prodution" })).rejects.toMatchObject({
      code: "unknown_domain",
      message: expect.stringContaining('"event-production"'),
    });
    await addTemplates(t.ctx, {
      files: [
        {
          path: "domains/quick.yaml",
          text: "{ key: quick, name: Quick, about: Quick., processes: [brief], default: brief }",
        },
      ],
    });
    await expect(session({ domain: "quick", process: "classic" })).rejects.toMatchObject({ code: "invalid_input" });
    expect(await session({ domain: "quick" })).toMatchObject({ process: "brief" });
  });

  it("can be added by users, in which case they run like built-in ones, are private to the user, and are versioned", async () => {
    const first = await addTemplates(t.ctx, own());
    expect(first.added).toEqual([
      "prompt sketch-it, version 1",
      "recipe sketch, version 1",
      "process sketch-only, version 1",
      "domain scenery, version 1",
    ]);
    expect(await addTemplates(t.ctx, own())).toEqual({ added: [], warnings: [] });
    const before = await session({ domain: "scenery" });
    expect(before).toMatchObject({
      process: "sketch-only",
      processVersion: 1,
      overlay: { role: "You paint scenery." },
    });

    const changed = await addTemplates(t.ctx, own({ "prompts/sketch-it.md": "Sketch it twice." }));
    expect(changed.added).toEqual([
      "prompt sketch-it, version 2",
      "recipe sketch, version 2",
      "process sketch-only, version 2",
    ]);
    expect(await getSession(t.ctx, { sessionId: before.id })).toMatchObject({ processVersion: 1 });
    expect(await session({ domain: "scenery" })).toMatchObject({ processVersion: 2 });

    const seen = async (ctx: typeof stranger) => [
      ...(await listProcesses(ctx)).filter((one) => one.own).map((one) => one.key),
      ...(await listDomains(ctx)).filter((one) => one.own).map((one) => one.key),
    ];
    expect(await seen(t.ctx)).toEqual(expect.arrayContaining(["sketch-only", "scenery"]));
    expect(await seen(stranger)).toEqual([]);
    await expect(createProject(stranger, { brief, domain: "scenery" })).rejects.toMatchObject({
      code: "unknown_domain",
    });
    await expect(createProject(stranger, { brief, process: "sketch-only" })).rejects.toMatchObject({
      code: "unknown_process",
    });
    const parts = await stranger.db.tx((db) =>
      sql`select from stages s where s.key = 'sketch' union all select from prompt_templates where key = 'sketch-it'`.execute(
        db,
      ),
    );
    expect(parts.rows).toEqual([]);
    // Another user can add templates with the same keys.
    expect((await addTemplates(stranger, own())).added).toContain("process sketch-only, version 1");
  });

  it.each([
    [
      "recipes/sketch.yaml",
      recipe.replace("prompt: sketch-it", "prompt: unknown"),
      "recipes/sketch.yaml: steps[0].prompt",
    ],
    ["prompts/sketch-it.md", "Sketch {{everything}}.", "everything"],
    ["recipes/sketch.yaml", `${recipe}    after: [sketch]\n`, "recipes/sketch.yaml: steps"],
    ["processes/sketch-only.yaml", process.replace("recipe: sketch", "recipe: nothing"), "stages[0].recipe"],
    [
      "domains/scenery.yaml",
      domain.replace("default: sketch-only", "default: classic"),
      "domains/scenery.yaml: default",
    ],
    ["domains/scenery.yaml", domain.replace("role:", "rolle:"), "domains/scenery.yaml: overlay"],
    [
      "recipes/other.yaml",
      recipe.replace("key: sketch", "key: thesis"),
      'recipes/other.yaml: key: "thesis" is shipped',
    ],
    ["prompts/rules.md", "No rules.", "prompts/rules.md"],
    ["prompts/unused.md", "Unused.", "no recipe uses it"],
    ["../escape.md", "Hm.", "../escape.md"],
    ["recipes/broken.yaml", "key: [", "recipes/broken.yaml"],
  ])("are not added if they contain %s; the error names the place", async (path, text, place) => {
    const fresh = { ...t.ctx, db: t.database.as(await addUser(t.database)) };
    const refused = await addTemplates(fresh, own({ [path]: text })).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: "invalid_recipe", message: expect.stringContaining(place) });
    expect((await listDomains(fresh)).filter((one) => one.own)).toEqual([]);
    const rows = await fresh.db.tx((db) => sql`select from recipes where owner_id is not null`.execute(db));
    expect(rows.rows).toEqual([]);
  });
});
