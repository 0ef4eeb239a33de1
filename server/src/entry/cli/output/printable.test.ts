import { stripVTControlCharacters, styleText } from "node:util";
import { describe, expect, it } from "vitest";
import { printable, printableJson } from "./printable.ts";

describe("printable", () => {
  it.each([
    ["\x1b]0;owned\x07", "␛]0;owned␇"],
    ["\x1b]52;c;cm0gLXJm\x1b\\", "␛]52;c;cm0gLXJm␛\\"],
    ["safe\rfake", "safe␍fake"],
    ["\x1b[8mhidden\x1b[28m", "␛[8mhidden␛[28m"],
    ["\x1b[2J\x9b2J", "␛[2J\ufffd2J"],
    ["a\0b\x7f", "a␀b\ufffd"],
    ["one\r\n\ttwo\n", "one\n\ttwo\n"],
    ["הגדר 日本 🎉", "הגדר 日本 🎉"],
  ])("replaces control characters with visible ones: %j", (text, shown) => {
    expect(printable(text)).toBe(shown);
  });

  it("keeps the colours and emphasis that the CLI adds itself", () => {
    for (const format of ["bold", "dim", "green", "red", "cyan", "yellow"] as const) {
      const styled = styleText(format, "text", { validateStream: false });
      expect(styled).not.toBe("text");
      expect(printable(styled)).toBe(styled);
      expect(stripVTControlCharacters(printable(styled))).toBe("text");
    }
  });

  it("escapes JSON without changing its value", () => {
    const value = { name: "\x1b[2J\x7f\x9b2J ß" };
    expect(printableJson(value)).toBe('{"name":"\\u001b[2J\\u007f\\u009b2J ß"}');
    expect(JSON.parse(printableJson(value))).toEqual(value);
  });
});
