import { cpSync, mkdirSync, mkdtempDisposableSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { proofOf, settleIdentity } from "#platform";

it("a proof is valid for one folder, port and challenge: even a copy with the same identity and secret gives another proof", () => {
  using dir = mkdtempDisposableSync(join(tmpdir(), "dialectic-proof-"));
  const [original, copy, other] = ["original", "copy", "other"].map((name) => join(dir.path, name)) as [
    string,
    string,
    string,
  ];
  mkdirSync(original);
  settleIdentity(original);
  cpSync(original, copy, { recursive: true });
  mkdirSync(other);
  const given = { dataDir: original, secret: "s", port: 1, challenge: "c" };
  const others = [{ dataDir: copy }, { dataDir: other }, { secret: "t" }, { port: 2 }, { challenge: "d" }];
  const proofs = [{}, ...others].map((change) => proofOf({ ...given, ...change }));
  expect(new Set(proofs).size).toBe(proofs.length);
  expect(proofOf(given)).toBe(proofs[0]);
});
