import { Hono } from "hono";
import { expect, it, vi } from "vitest";
import { cancelHeadBody } from "./cancel-head-body.ts";

it("cancelHeadBody closes the source of the body early only for HEAD requests", async () => {
  const cancel = vi.fn();
  const stream = () => new ReadableStream({ pull: (to) => to.enqueue(Buffer.from("zip")), cancel });
  const hono = new Hono().use(cancelHeadBody).get("/", (c) => c.body(stream(), 200, { "content-length": "9" }));
  const got = await hono.request("/");
  expect(cancel).not.toHaveBeenCalled();
  await got.body?.cancel();
  const head = await hono.request("/", { method: "HEAD" });
  expect([head.status, head.headers.get("content-length"), head.body]).toEqual([200, "9", null]);
  expect(cancel).toHaveBeenCalledTimes(2);
});
