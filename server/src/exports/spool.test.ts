import { mkdtempDisposableSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, it } from "vitest";
import { openPaths, openUmask } from "#test";
import { receive, spoolFile } from "./spool.ts";
import { writeZip } from "./zip/write-zip.ts";

it.runIf(process.platform !== "win32")(
  "temporary files of exports and imports are private, whatever the umask",
  async () => {
    using dir = mkdtempDisposableSync(join(tmpdir(), "dialectic-spool-"));
    await using received = await spoolFile({ dataDir: dir.path });
    await using written = await spoolFile({ dataDir: dir.path });
    using _ = openUmask();
    await receive(Readable.from([Buffer.from("A hedge.")]), received.path);
    const zip = writeZip(written.path);
    await zip.add("hedge.md", "A hedge.");
    await zip.end();
    expect(openPaths(dir.path)).toEqual([]);
  },
);
