import { ApiError } from "@dialectic/contract";
import { describe, expect, it } from "vitest";
import { isLockedOut, isMissing } from "./client.ts";
import { explain } from "./explain.ts";

const refusal = (code: "unauthorized" | "not_found" | "stage_not_current", status: number) =>
  new ApiError({ type: "about:blank", title: "A title", status, code, detail: "What to do." });

describe("explain", () => {
  it("returns the API's error message unchanged", () => {
    const expected = { title: "A title", text: "What to do.", remedies: [] };
    expect(explain(refusal("stage_not_current", 409))).toEqual(expected);
  });

  it("distinguishes a network failure from an unreadable response", () => {
    expect(explain(new TypeError("fetch failed")).title).toBe("The server does not respond");
    expect(explain(new SyntaxError("not JSON")).title).toBe("The response could not be read");
  });
});

describe("isLockedOut and isMissing", () => {
  it("recognize a missing secret and a missing resource", () => {
    expect(isLockedOut(refusal("unauthorized", 401))).toBe(true);
    expect(isLockedOut(new TypeError())).toBe(false);
    expect(isMissing(refusal("not_found", 404))).toBe(true);
    expect(isMissing(refusal("stage_not_current", 409))).toBe(false);
  });
});
