import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { DiskOperation } from "./disk-log.ts";
import { randomFrom } from "./recorded-disk.ts";
import { createSimulatedDisk, type Damage } from "./simulated-disk.ts";

const [root, file, folder] = [1, 2, 3];
const create = { op: "create", folder: root, name: "new", inode: file, isFolder: false } as const;
const rename = { op: "rename", folder: root, name: "new", toFolder: root, toName: "named" } as const;
const write = (letter: string, offset = 0, times = 4) =>
  ({ op: "write", inode: file, offset, data: letter.repeat(times) }) as const;
const sync = (inode: number, name = String(inode)): [Step, Step] => [
  { op: "sync begins", sync: name, inode },
  { op: "sync ends", sync: name },
];
type Step = DiskOperation & { data?: string };

/** The files that are left after these steps and a power cut: their contents by name. */
function left(steps: readonly Step[], damage: Damage = { kind: "lost" }): Record<string, string> {
  const dir = mkdtempSync(join(tmpdir(), "dialectic-disk-"));
  try {
    const disk = createSimulatedDisk(root);
    for (const { data = "", ...operation } of steps) disk.apply({ ...operation, data: Buffer.from(data) });
    disk.cut(join(dir, "cut"), damage);
    const names = readdirSync(join(dir, "cut"));
    return Object.fromEntries(names.map((name) => [name, readFileSync(join(dir, "cut", name), "latin1")]));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

describe("a disk that loses unsynced data", () => {
  const cases: [what: string, steps: Step[], found: Record<string, string>][] = [
    ["a file whose name was not synced", [create, write("a"), ...sync(file)], {}],
    ["the content of a file of which only the name was synced", [create, write("a"), ...sync(root)], { new: "" }],
    [
      "nothing of a file whose content and name were synced",
      [create, write("a"), ...sync(file), ...sync(root)],
      { new: "aaaa" },
    ],
    [
      "what was written after the sync",
      [create, write("a"), ...sync(file), ...sync(root), write("b", 2, 8)],
      { new: "aaaa" },
    ],
    [
      "what was written during the sync",
      [
        create,
        ...sync(root),
        write("a"),
        { op: "sync begins", sync: "x", inode: file },
        write("b", 2, 8),
        { op: "sync ends", sync: "x" },
      ],
      { new: "aaaa" },
    ],
    [
      "what was covered by a sync that has not ended",
      [create, ...sync(root), write("a"), { op: "sync begins", sync: "x", inode: file }],
      { new: "" },
    ],
    ["a renaming that was not synced", [create, write("a"), ...sync(file), ...sync(root), rename], { new: "aaaa" }],
    [
      "the old name of a file whose renaming was synced",
      [create, write("a"), ...sync(file), ...sync(root), rename, ...sync(root, "again")],
      { named: "aaaa" },
    ],
    [
      "a removal that was not synced, so that the file is there again",
      [create, write("a"), ...sync(file), ...sync(root), { op: "unlink", folder: root, name: "new" }],
      { new: "aaaa" },
    ],
    [
      "a truncation that was not synced",
      [create, write("a"), ...sync(file), ...sync(root), { op: "truncate", inode: file, size: 1 }],
      { new: "aaaa" },
    ],
    [
      "a folder whose content was synced, but not its name",
      [{ op: "create", folder: root, name: "inner", inode: folder, isFolder: true }, ...sync(folder)],
      {},
    ],
  ];
  it.each(cases)("loses %s", (_, steps, found) => {
    expect(left(steps)).toEqual(found);
  });
});

describe("a disk that writes unsynced data in any order", () => {
  const steps: Step[] = [
    create,
    ...sync(root),
    write("a", 0, 2048),
    ...sync(file),
    write("b", 0, 2048),
    write("c", 512, 1024),
  ];
  const torn = (seed: number): Damage => ({
    kind: "torn",
    random: randomFrom(seed),
    sector: 512,
    kept: 0.5,
    journal: false,
  });

  it("leaves whole sectors, each with old, new or intermediate content", () => {
    const found = Array.from({ length: 200 }, (_, seed) => left(steps, torn(seed))["new"] ?? "");
    const sectors = found.map((text) => text.match(/.{512}/g) ?? []);
    expect(new Set(sectors.flat())).toEqual(new Set(["a", "b", "c"].map((letter) => letter.repeat(512))));
    expect(new Set(sectors.map((parts) => parts[0]?.[0]))).toEqual(new Set(["a", "b"]));
    expect(new Set(sectors.map((parts) => parts.map((part) => part[0]).join(""))).size).toBeGreaterThan(20);
  });

  it("never loses synced data", () => {
    for (let seed = 0; seed < 50; seed++) {
      const damage = { ...torn(seed), journal: seed % 2 === 0 };
      expect(left([...steps, ...sync(file, "last"), rename], damage)).toSatisfy((files: Record<string, string>) =>
        [files["new"], files["named"]].includes(`${"b".repeat(512)}${"c".repeat(1024)}${"b".repeat(512)}`),
      );
    }
  });
});
