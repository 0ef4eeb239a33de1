import { expect, it } from "vitest";
import { scrub, secretsIn } from "#platform";

it("scrub redacts secrets by name and by format, wherever they appear", () => {
  expect(
    scrub({
      apiKey: "x",
      note: "used sk-abcdefgh12345678 here",
      url: "postgres://me:pass@host/db",
      list: [{ token: 1 }],
      n: 5n,
    }),
  ).toEqual({
    apiKey: "[hidden]",
    note: "used [hidden] here",
    url: "postgres://me:[hidden]@host/db",
    list: [{ token: "[hidden]" }],
    n: "5",
  });
});

it("scrub redacts the values of secret environment variables in any format, and keeps file names", () => {
  const known = secretsIn({
    DIALECTIC_SECRET_KEY: "bWFzdGVyIGtleSBvZiB0aGlydHktdHdvIGJ5dGVzISE=",
    LAB_KEY: " planted0key ",
    DIALECTIC_SECRET_KEY_FILE: "/run/secrets/master",
    SHORT_KEY: "abc",
    HOME: "/home/someone",
  });
  expect(known).toEqual(["bWFzdGVyIGtleSBvZiB0aGlydHktdHdvIGJ5dGVzISE=", "planted0key"]);
  const said = new Error("cannot use bWFzdGVyIGtleSBvZiB0aGlydHktdHdvIGJ5dGVzISE=");
  expect(JSON.stringify(scrub({ said, list: ["at planted0key."] }, known))).not.toMatch(/bWFzdGVy|planted/);
});

it("scrub omits the stack of an error unless requested", () => {
  const error = new Error("no sk-abcdefgh12345678");
  expect(scrub({ error })).toEqual({ error: { name: "Error", message: "no [hidden]" } });
  expect(scrub({ error }, [], { stacks: true })).toMatchObject({ error: { stack: expect.stringContaining("at ") } });
});
