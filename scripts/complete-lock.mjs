// Run this after every `npm install` that changes package-lock.json. If the registry lacks optional packages for other
// platforms, npm leaves them out of the lock, and `npm ci` then refuses the lock. This script adds them in the exact
// versions that their dependents ask for. A package's name shows its platform.
import { readFileSync, writeFileSync } from "node:fs";

const path = new URL("../package-lock.json", import.meta.url);
const lock = JSON.parse(readFileSync(path, "utf8"));
const systems = ["android", "darwin", "freebsd", "linux", "openharmony", "win32", "aix", "sunos", "netbsd", "openbsd"];
const processors = ["arm64", "x64", "ia32", "ppc64", "riscv64", "s390x", "loong64", "wasm32", "arm"];

/** True if the lock has the package where Node would look for it: next to the dependent, or in a folder above. */
function isLocked(dependent, name) {
  for (let at = dependent; ; at = at.slice(0, Math.max(0, at.lastIndexOf("/node_modules/")))) {
    if (lock.packages[`${at ? `${at}/` : ""}node_modules/${name}`]) return true;
    if (!at) return false;
  }
}

function entryFor(name, version, dependent) {
  const os = systems.find((system) => name.includes(system)) ?? (name.includes("-win-") ? "win32" : undefined);
  const cpu = processors.find((one) => new RegExp(`[-_]${one}(eabi|eabihf)?([-_]|$)`).test(name));
  const libc = name.includes("musl") ? "musl" : os === "linux" && name.includes("gnu") ? "glibc" : undefined;
  if (!/^\d+\.\d+\.\d+$/.test(version) || !(os || cpu))
    throw new Error(`Cannot tell which platform ${name}@${version} is for.`);
  return {
    version,
    ...(cpu && { cpu: [cpu] }),
    ...(dependent.dev && { dev: true }),
    ...(libc && { libc: [libc] }),
    optional: true,
    ...(os && { os: [os] }),
  };
}

let added = 0;
for (const [key, dependent] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(dependent.optionalDependencies ?? {})) {
    if (isLocked(key, name)) continue;
    lock.packages[`node_modules/${name}`] = entryFor(name, version, dependent);
    added++;
  }
}
const { "": root, ...packages } = lock.packages;
lock.packages = {
  "": root,
  ...Object.fromEntries(Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, "en"))),
};
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
process.stdout.write(`${added} optional packages put back into package-lock.json.\n`);
