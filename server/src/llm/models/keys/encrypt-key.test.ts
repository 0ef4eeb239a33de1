import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ModelSettings } from "../providers/model-settings.ts";
import { settingsOf } from "../providers/settings.fixture.ts";
import { decryptKey, encryptKey } from "./encrypt-key.ts";
import { readMasterKeys, requireMasterKey } from "./master-keys.ts";

const newKey = () => randomBytes(32).toString("base64");
const withKey = (text: string): ModelSettings => ({
  env: { DIALECTIC_SECRET_KEY: text },
  dataDir: null,
  isShared: true,
});
const [master] = readMasterKeys(withKey(newKey()));
const [other] = readMasterKeys(withKey(newKey()));
if (!master || !other) throw new Error("Two master keys were given.");

const bound = { ownerId: "01a1e105-0c5c-7e63-a5ad-42d3eb928681", provider: "openai" };

describe("an encrypted key", () => {
  it("decrypts for its owner and provider with its master key; no two ciphertexts of it are equal", () => {
    const sealed = encryptKey(master, "sk-of-mine-ä", bound);
    expect(decryptKey(master, sealed, bound)).toBe("sk-of-mine-ä");
    expect(sealed.includes("sk-of-mine")).toBe(false);
    expect(encryptKey(master, "sk-of-mine-ä", bound).equals(sealed)).toBe(false);
  });

  it("does not decrypt for another owner, provider or master key", () => {
    const sealed = encryptKey(master, "sk-of-mine", bound);
    expect(decryptKey(other, sealed, bound)).toBeNull();
    expect(decryptKey(master, sealed, { ...bound, ownerId: "01a1e105-0c5c-7e63-a5ad-42d3eb928682" })).toBeNull();
    expect(decryptKey(master, sealed, { ...bound, provider: "google" })).toBeNull();
  });

  it("does not decrypt if a byte is changed or missing", () => {
    const sealed = encryptKey(master, "sk-of-mine", bound);
    for (const at of sealed.keys()) {
      const damaged = Buffer.from(sealed);
      damaged.writeUInt8(damaged.readUInt8(at) ^ 1, at);
      expect(decryptKey(master, damaged, bound)).toBeNull();
      expect(decryptKey(master, sealed.subarray(0, at), bound)).toBeNull();
    }
  });
});

describe("the master key", () => {
  it("may be one of several in a variable or a file: the first one encrypts, all decrypt", () => {
    const [one, two] = [newKey(), newKey()];
    const file = join(settingsOf({}).dataDir ?? "", "keys");
    writeFileSync(file, `${one}\n${two}\n`);
    const fromFile = readMasterKeys({ env: { DIALECTIC_SECRET_KEY_FILE: file }, dataDir: null, isShared: true });
    const fromVariable = readMasterKeys(withKey(`${one},${two}`));
    expect(fromFile.map(({ id }) => id)).toEqual(fromVariable.map(({ id }) => id));
    expect(new Set(fromFile.map(({ id }) => id)).size).toBe(2);
    expect(requireMasterKey(withKey(`${one} ${two}`)).id).toBe(fromFile[0]?.id);
  });

  it.each([
    ["too short", randomBytes(31).toString("base64")],
    ["too long", randomBytes(33).toString("base64")],
    ["not base64", `${"!".repeat(43)}=`],
    ["one good, one bad", `${newKey()},short`],
  ])("that is %s is refused without being quoted", (_, text) => {
    const read = () => readMasterKeys(withKey(text));
    expect(read).toThrow(expect.objectContaining({ code: "no_master_key" }));
    expect(read).toThrow(/^DIALECTIC_SECRET_KEY must hold 32 bytes/);
    expect(read).not.toThrow(text);
  });

  it("is required on a server: the error says how to create one, or names the missing file", () => {
    const server: ModelSettings = { ...settingsOf({}), isShared: true };
    expect(() => requireMasterKey(server)).toThrow(/openssl rand -base64 32.*DIALECTIC_SECRET_KEY/);
    expect(existsSync(join(server.dataDir ?? "", "master-key"))).toBe(false);
    const astray = { ...server, env: { DIALECTIC_SECRET_KEY_FILE: "/nowhere/key" } };
    expect(() => requireMasterKey(astray)).toThrow(/\/nowhere\/key.*cannot be read/);
  });

  it("of an embedded database is created at first use, readable only by its owner, and reused", () => {
    const embedded = settingsOf({});
    const path = join(embedded.dataDir ?? "", "master-key");
    expect(readMasterKeys(embedded)).toEqual([]);
    expect(existsSync(path)).toBe(false);
    const made = requireMasterKey(embedded);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    chmodSync(path, 0o644);
    expect(requireMasterKey(embedded)).toEqual(made);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(made.key.toString("base64url")).toBe(readFileSync(path, "utf8"));
    // If a master key is configured later, it encrypts from then on; the folder's own master key still decrypts.
    const both = readMasterKeys({ ...embedded, env: { DIALECTIC_SECRET_KEY: newKey() } });
    expect(both[1]).toEqual(made);
  });
});
