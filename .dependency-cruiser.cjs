// layers.json lists the layers, and the modules in each layer, from the bottom up. A module may import only modules
// that are listed before it, and only through their index.ts.
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
  comment: `${module} may import only modules that layers.json lists before it.`,
  severity: "error",
  from: { path: inside(module) },
  to: { path: insideAny(order.slice(position + 1)) },
}));

const throughTheFace = order.map((module) => ({
  name: `${named(module)}-by-its-face`,
  comment: `Import ${module} through its index.ts, never one of its other files.`,
  severity: "error",
  from: { path: "^server/", pathNot: [inside(module), tests, "^server/test/"] },
  to: { path: inside(module), pathNot: face(module) },
}));

/** A rule for libraries that only some folders may import. Tests may import any library. */
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
      comment: "List every folder in layers.json. No rule about layers applies to a folder that is not listed.",
      severity: "error",
      from: { path: "^server/src/", pathNot: insideAny(order) },
      to: {},
    },
    {
      name: "entries-apart",
      comment: "http, cli and worker share code in app and do not import each other.",
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
      comment: "The contract is shared by server and browser. It imports neither of them, and no library except zod.",
      severity: "error",
      from: { path: "^contract/", pathNot: tests },
      to: { pathNot: ["^contract/", "node_modules/zod/"] },
    },
    {
      name: "web-sees-only-contract",
      comment: "The browser imports nothing from the server. It calls the HTTP API with the types of the contract.",
      severity: "error",
      from: { path: "^web/src/" },
      to: { path: "^(server|scripts|bench)/" },
    },
    {
      name: "features-apart",
      comment: "Features share code in ui, api, live and parts and do not import each other.",
      severity: "error",
      from: { path: "^web/src/features/([^/]+)/" },
      to: { path: "^web/src/features/", pathNot: "^web/src/features/$1/" },
    },
    {
      name: "ui-knows-no-domain",
      comment: "Code in ui knows nothing about this product and could be used in any other.",
      severity: "error",
      from: { path: "^web/src/ui/" },
      to: { path: "^(contract/|web/src/(api|live|features)/)" },
    },
    {
      name: "product-needs-no-tools",
      comment: "Code that runs in production imports nothing from tools, benchmarks and test support.",
      severity: "error",
      from: { path: "^(contract|server/src|web/src)/", pathNot: tests },
      to: { path: "^(scripts|bench|server/test)/" },
    },
    {
      name: "resolves",
      comment: "Every import must be resolved, because the checker cannot judge an unresolved import.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: "no-circles",
      comment: "Two files must not import each other. Join them, or move the shared code into a third file.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: ["^web/dist/"] },
    tsPreCompilationDeps: true, // `import type` counts: a type from a higher layer is a dependency, too
    tsConfig: { fileName: "tsconfig.json" },
    // Otherwise workspace packages with an `exports` field are not resolved, and no rule applies to them.
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default", "types"] },
  },
};
