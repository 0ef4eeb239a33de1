import { expect, it } from "vitest";
import { scrub } from "#platform";

it("hides secrets by name and by look, wherever they stand", () => {
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
