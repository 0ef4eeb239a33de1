import { expect, it } from "vitest";
import type { Doors } from "../../src/entry/cli/index.ts";

// `bin/dialectic.mjs` is plain JavaScript and joins them unchecked; here the compiler looks.
const doors: Doors = {
  http: () => import("../../src/entry/http/index.ts"),
  worker: () => import("../../src/entry/worker/index.ts"),
};

it("the doors are what the command line takes them for", async () => {
  expect(Object.keys(await doors.http())).toEqual(
    expect.arrayContaining(["createHttp", "describeWebBuild", "listen", "serve"]),
  );
  expect(Object.keys(await doors.worker())).toEqual(["startWork"]);
});
