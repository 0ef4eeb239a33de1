import { expect, it } from "vitest";
import { readTextFile } from "./read-text-file.ts";

it("reads text in any script", async () => {
  expect(await readTextFile(new File(["Pop-up, שלום"], "a.md"))).toEqual({ ok: true, text: "Pop-up, שלום" });
});

it.each([
  [new File([new Uint8Array([0xff, 0xfe, 0x00])], "a.pdf"), "a.pdf is not a text file. Add Markdown or plain text."],
  [new File(["a\0b"], "b.bin"), "b.bin is not a text file. Add Markdown or plain text."],
  [new File([" \n"], "c.md"), "c.md is empty."],
  [new File(["a".repeat(2_000_001)], "d.md"), "d.md is too large: a brief has at most 2,000,000 characters."],
])("rejects a file that cannot be a brief, and gives the reason", async (file, why) => {
  expect(await readTextFile(file)).toEqual({ ok: false, why });
});
