// layers.json lists layers, and modules inside layers, from the bottom up. A module may import only modules listed before it, and
// only through their index.ts.
const layers = require("./layers.json");

const order = Object.entries(layers).flatMap(([tier, modules]) =>
  modules.length ? modules.map((name) => `${tier}/${name}`) : [tier],
);
const inside = (module) => `^server/src/${module}/`;
const insideAny = (modules) => `^server/src/(${modules.join("|")})/`;
const face = (module) => `^server/src/${module}/index\\.ts$`;
const named = (module) => module.replace("/", "-");
const tests = "\\.(test|fixture)\\.tsx?$";

const oneWay = order.slice(0, -1).map((module, position) => ({
  name: `${named(module)}-looks-up`,
  comment: `${module} may import only what stands before it in layers.json.`,
  severity: "error",
  from: { path: inside(module) },
  to: { path: insideAny(order.slice(position + 1)) },
}));

const throughTheFace = order.map((module) => ({
  name: `${named(module)}-by-its-face`,
  comment: `Import ${module} by its index.ts, never by its insides.`,
  severity: "error",
  from: { path: "^server/", pathNot: [inside(module), tests, "^server/test/"] },
  to: { path: inside(module), pathNot: face(module) },
}));

/** A library that only some folders may import. Tests may import any. */
const onlyIn = (name, packages, folders) => ({
  name,
  comment: `Only ${folders.join(", ")} may import ${packages.join(", ")}.`,
  severity: "error",
  from: { path: "^server/src/", pathNot: [...folders.map((folder) => `^server/src/${folder}`), tests] },
  to: { path: `node_modules/(${packages.join("|")})/` },
});

module.exports = {
  forbidden: [
    ...oneWay,
    ...throughTheFace,
    {
      name: "listed",
      comment: "A folder that layers.json does not list escapes every rule about layers: list it.",
      severity: "error",
      from: { path: "^server/src/", pathNot: insideAny(order) },
      to: {},
    },
    {
      name: "entries-apart",
      comment: "http, cli and worker share through app, not with each other.",
      severity: "error",
      from: { path: "^server/src/entry/([^/]+)/" },
      to: { path: "^server/src/entry/", pathNot: "^server/src/entry/$1/" },
    },
    onlyIn("drivers-in-platform", ["pg", "@electric-sql"], ["platform/"]),
    onlyIn("sql-in-stores", ["kysely"], ["platform/", ".*[./-]store\\.ts$"]),
    onlyIn("ai-sdk-in-models", ["ai", "@ai-sdk"], ["llm/models/", "rehearsal/"]),
    onlyIn("hono-in-http", ["hono", "@hono"], ["entry/http/"]),
    onlyIn("commander-in-cli", ["commander"], ["entry/cli/"]),
    {
      name: "contract-is-a-leaf",
      comment: "Both sides agree on the contract; it knows neither, and of libraries only zod.",
      severity: "error",
      from: { path: "^contract/", pathNot: tests },
      to: { pathNot: ["^contract/", "node_modules/zod/"] },
    },
    {
      name: "web-sees-only-contract",
      comment: "The browser talks to the server over HTTP, in the contract's shapes.",
      severity: "error",
      from: { path: "^web/src/" },
      to: { path: "^(server|scripts|bench)/" },
    },
    {
      name: "features-apart",
      comment: "Screens share through ui, api and live, not with each other.",
      severity: "error",
      from: { path: "^web/src/features/([^/]+)/" },
      to: { path: "^web/src/features/", pathNot: "^web/src/features/$1/" },
    },
    {
      name: "ui-knows-no-domain",
      comment: "Parts in ui could serve any product.",
      severity: "error",
      from: { path: "^web/src/ui/" },
      to: { path: "^(contract/|web/src/(api|live|features)/)" },
    },
    {
      name: "product-needs-no-tools",
      comment: "What runs in production imports nothing from the tools and benchmarks around it.",
      severity: "error",
      from: { path: "^(contract|server/src|web/src)/", pathNot: tests },
      to: { path: "^(scripts|bench|server/test)/" },
    },
    {
      name: "resolves",
      comment: "An import the checker cannot resolve is an import it cannot judge.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: "no-circles",
      comment: "Two files that need each other are one file, or hide a third.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: ["^web/dist/"] },
    tsPreCompilationDeps: true, // `import type` counts: a type pointing up is still a dependency
    tsConfig: { fileName: "tsconfig.json" },
    // Without these, workspace packages that publish by `exports` stay unresolved and slip past every rule.
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default", "types"] },
  },
};
