// Runs after `npm ci`: bundles the program and creates the embedded database's template, so that the first start is
// fast. This file is plain JavaScript and does nothing if Node is too old, because an installation must not fail here.
if (Number(process.versions.node.split(".")[0]) >= 24) {
  await putTogether().catch(() => undefined); // without the bundle, every start loads the source files one by one
  await makeTemplate().catch(() => undefined); // if this fails, the first start does it and reports the problem
}

async function putTogether() {
  const { buildProgram } = await import("./build-program.ts");
  const { program } = await import("../server/bin/built-program.mjs");
  await buildProgram(program);
}

async function makeTemplate() {
  const { skipWasmOptimizer, ensureTemplate } = await import("../server/src/platform/index.ts");
  skipWasmOptimizer();
  await ensureTemplate();
}
