import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkTemplate, placeholdersOf, renderTemplate } from "./template.ts";

describe("renderTemplate", () => {
  it.each([
    ["plain text", {}, "plain text"],
    ["Dear {{name}}, {{name}}!", { name: "Ada" }, "Dear Ada, Ada!"],
    ["a{{#note}} ({{note}}){{/note}} b", { note: "why" }, "a (why) b"],
    ["a{{#note}} ({{note}}){{/note}} b", { note: " \n" }, "a b"],
    ["{{#a}}x{{#b}}y{{/b}}z{{/a}}", { a: "1", b: "" }, "xz"],
    ["one\n{{#note}}\n\n{{note}}\n{{/note}}\ntwo", { note: "" }, "one\ntwo"],
    ["one\n{{#note}}\n\n{{note}}\n{{/note}}\ntwo", { note: "n" }, "one\n\nn\ntwo"],
  ])("fills %j with %j", (body, values, text) => {
    expect(renderTemplate(body, values)).toBe(text);
  });

  it("never expands placeholders inside a value", () => {
    fc.assert(
      fc.property(fc.string(), (noise) => {
        const value = `${noise}{{other}}{{#other}}$& $1${noise}`;
        expect(renderTemplate("<{{value}}>", { value, other: "no" })).toBe(`<${value}>`);
      }),
    );
  });

  it("refuses a missing value, including names that every object inherits", () => {
    for (const name of ["missing", "constructor", "toString"]) {
      expect(() => renderTemplate(`{{${name}}}`.toLowerCase(), {})).toThrow(
        expect.objectContaining({ code: "invalid_recipe" }),
      );
    }
  });
});

describe("checkTemplate", () => {
  const check = (body: string) => () => checkTemplate({ key: "thesis-propose", body, known: ["stage", "feedback"] });

  it("accepts known placeholders", () => {
    expect(check("{{stage}} {{#feedback}}{{feedback}}{{/feedback}}")).not.toThrow();
  });

  it.each([
    ["{{stages}}", "{{stages}}"],
    ["{{#feedbak}}x{{/feedbak}}", "{{feedbak}}"],
    ["{{ stage }}", "{{ stage }}"],
    ["{{}}", "{{}}"],
    ["{{#feedback}}never closed", "{{#feedback}}"],
    ["{{/feedback}}", "{{/feedback}}"],
    ["{{#stage}}{{#feedback}}{{/stage}}{{/feedback}}", "{{/stage}}"],
  ])("refuses %j and names the file and the place", (body, place) => {
    expect(check(body)).toThrow(
      expect.objectContaining({
        code: "invalid_recipe",
        message: expect.stringMatching(new RegExp(`^prompts/thesis-propose: .*${RegExp.escape(place)}`)),
      }),
    );
  });
});

it("placeholdersOf lists every placeholder once", () => {
  expect(placeholdersOf("{{b}} {{#a}}{{b}}{{c}}{{/a}}")).toEqual(["b", "a", "c"]);
});
