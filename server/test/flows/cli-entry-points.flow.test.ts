import { expect, it } from "vitest";
import type { EntryPoints } from "../../src/entry/cli/index.ts";

// `bin/dialectic.mjs` is plain JavaScript, so the compiler checks the types of the entry points here instead.
const entryPoints: EntryPoints = {
  http: () => import("../../src/entry/http/index.ts"),
  worker: () => import("../../src/entry/worker/index.ts"),
};

it("the entry points have the functions that the CLI calls", async () => {
  expect(Object.keys(await entryPoints.http())).toEqual(
    expect.arrayContaining(["createHttp", "describeWebBuild", "listen", "serve"]),
  );
  expect(Object.keys(await entryPoints.worker())).toEqual(["startWork"]);
});
