import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { fileName } from "#projects";
import { writeTree } from "../disk/write-tree.ts";
import { constructPath } from "./construct-path.ts";
import { deconstructPath } from "./deconstruct-path.ts";
import { slug } from "./slug.ts";
import { boardColumns, type StoredFile } from "./stored-file.ts";

describe("a file name made from text", () => {
  it.each([
    ["Launch a two-day pop-up", "launch-a-two-day-pop-up"],
    ["../../etc/passwd", "etc-passwd"],
    ["Crème brûlée", "crème-brûlée"],
    ["CRE\u0300ME", "crème"],
    ["Große Straße", "grosse-strasse"],
    ["ΟΙ ΣΤΌΧΟΙ ΜΑΣ", "οι-στόχοι-μας"],
    ["שלום, עולם!", "שלום-עולם"],
    ["שלום \u202eabc\u202c", "שלום-abc"],
    ["می\u200cخواهم", "میخواهم"],
    ["...", "project"],
    ["🎉🎊", "project"],
    ["🎉 Party 2️⃣", "party-2\u20e3"],
    ["\u0301\u0301", "project"],
    ["\ud800", "project"],
    ["CON", "project-con"],
    ["lpt1", "project-lpt1"],
    ["COM¹", "project-com¹"],
    ["Console", "console"],
    [`${"x".repeat(59)} y`, "x".repeat(59)],
    ["音".repeat(100), "音".repeat(60)],
    ["𠀀".repeat(100), "𠀀".repeat(30)],
    [`${"x".repeat(58)}e\u0323\u0302\u0301`, `${"x".repeat(58)}ệ\u0301`],
    [`${"x".repeat(59)}q\u0323\u0301`, "x".repeat(59)],
  ])("%j is %s", (text, name) => {
    expect(fileName(text, { fallback: "project" })).toBe(name);
  });

  it("is stable, short enough, and unchanged when escaped for a path, for any text", () => {
    const anyText = fc.oneof(
      fc.string({ unit: "binary", maxLength: 300 }),
      fc.string({ unit: "grapheme", maxLength: 300 }),
    );
    fc.assert(
      fc.property(anyText, (text) => {
        const name = fileName(text, { fallback: "project" });
        expect(fileName(name, { fallback: "project" })).toBe(name);
        expect(slug(name)).toBe(name);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
        expect(name).toMatch(/^[\p{L}\p{N}]/u);
      }),
      { numRuns: 5000 },
    );
  });
});

/** One sentence per script, with combining marks, ligatures and look-alike letters. */
const scripts: Record<string, string> = {
  Hebrew: "תוכנית לפסטיבל בן יומיים: שָׁלוֹם",
  Arabic: "خطة مهرجان لمدة يومين",
  Persian: "برنامهٔ جشنواره می\u200cخواهیم",
  Hindi: "दो दिन के उत्सव की योजना",
  Bengali: "দুই দিনের উৎসবের পরিকল্পনা",
  Tamil: "இரண்டு நாள் திருவிழாவிற்கான திட்டம்",
  Thai: "แผนงานเทศกาลสองวัน กำหนดการ",
  Burmese: "နှစ်ရက်တာပွဲတော်အစီအစဉ်",
  Khmer: "ផែនការពិធីបុណ្យពីរថ្ងៃ",
  Tibetan: "ཉིན་གཉིས་ཀྱི་དུས་ཆེན།",
  Chinese: "为三百位客人举办为期两天的音乐节",
  Japanese: "二日間の音楽祭の計画、ガ\u3099",
  Korean: "이틀간의 음악 축제 계획",
  Greek: "Σχέδιο για τους καλεσμένους μας",
  Cyrillic: "План двухдневного фестиваля: ёлка и йод",
  Georgian: "ორდღიანი ფესტივალის გეგმა",
  Armenian: "Երկօրյա փառատոնի ծրագիր",
  Amharic: "የሁለት ቀን በዓል ዕቅድ",
  Vietnamese: "Kế hoạch lễ hội hai nga\u0300y",
  German: "Übergrößenträger für die Straße",
  Turkish: "İki günlük şenlik planı: IŞIK",
  Cherokee: "ᏔᎵ ᎢᎦ ᏗᎵᏍᏓᏴᏗ",
  Emoji: "🎉🎊👩‍👩‍👧 2️⃣",
  "mixed directions": "Festival פסטיבל 2027 مهرجان \u202eabc",
  "the longest that is kept": "ஒ".repeat(100),
};

describe("files of every kind, with names in every writing system", () => {
  const root = mkdtempSync(join(tmpdir(), "dialectic-scripts-"));
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it.each(Object.entries(scripts))("are written, and are recovered from their paths: %s", async (script, text) => {
    const dir = join(root, fileName(`${script} ${text}`, { fallback: "project" }));
    const name = fileName(text, { maxLength: 80, fallback: "card" });
    const at = { session: "0a1b2c3d", iteration: 1, position: 1, stage: text };
    const of = {
      ...at,
      model: `lab/${text}`,
      subject: { relation: "critiquing", model: text } as const,
      n: 1,
      type: text,
    };
    const stored: StoredFile[] = [
      { kind: "brief", name },
      ...boardColumns.map((column) => ({ kind: "board", column, position: 7, name }) as const),
      { kind: "seed_prompt", ...at },
      { kind: "feedback", ...at },
      { kind: "document", of, intermediate: false },
      { kind: "chunk", of, chunk: 3 },
      { kind: "artifact", of, artifact: text },
      { kind: "raw", of, chunk: null },
    ];
    const files = stored.map((file) => ({ path: constructPath(file), text: `${JSON.stringify(file)}\n` }));
    // `files` contains the same card in all three columns. Only the first is written, because then the card exists.
    const written = files.filter(({ path }) => !/^(Current|Complete)\//.test(path)).map(({ path }) => path);
    expect((await writeTree({ dir, files })).written).toEqual(written);
    for (const { path, text: content } of files.filter((one) => written.includes(one.path))) {
      expect(readFileSync(join(dir, path), "utf8")).toBe(content);
      expect(`${JSON.stringify(deconstructPath(path))}\n`).toBe(content);
    }
    // The card's file is where the board looks for it, under its unescaped name.
    expect(readdirSync(join(dir, "Pending"))).toEqual([`07_${name}.md`]);
    expect((await writeTree({ dir, files })).written).toEqual([]);
  });
});
