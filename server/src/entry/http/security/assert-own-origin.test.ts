import { describe, expect, it } from "vitest";
import { assertOwnOrigin } from "./assert-own-origin.ts";

describe("the origin of a request", () => {
  const port = 4317;
  it.each([
    ["127.0.0.1:4317", undefined],
    ["localhost:4317", undefined],
    ["[::1]:4317", undefined],
    ["LOCALHOST:4317", "http://localhost:4317"],
    ["127.0.0.1:4317", "http://127.0.0.1:4317"],
  ])("is accepted: Host %s, Origin %s", (host, origin) => {
    expect(() => assertOwnOrigin({ host, origin, port })).not.toThrow();
  });

  it.each([
    [undefined, undefined],
    ["", undefined],
    ["evil.example:4317", undefined],
    ["127.0.0.1", undefined],
    ["127.0.0.1:4318", undefined],
    ["127.0.0.1.evil.example:4317", undefined],
    ["evil.example@127.0.0.1:4317", undefined],
    ["127.0.0.1:4317/../evil", undefined],
    ["127.0.0.1:4317", "null"],
    ["127.0.0.1:4317", ""],
    ["127.0.0.1:4317", "http://evil.example"],
    ["127.0.0.1:4317", "http://localhost:9999"],
    ["127.0.0.1:4317", "https://localhost:4317"],
  ])("is refused: Host %s, Origin %s", (host, origin) => {
    expect(() => assertOwnOrigin({ host, origin, port })).toThrow(
      expect.objectContaining({ code: "forbidden_origin" }),
    );
  });
});
