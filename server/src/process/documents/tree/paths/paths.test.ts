import { posix } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { constructPath, legacyPath } from "./construct-path.ts";
import { deconstructPath } from "./deconstruct-path.ts";
import { slug, unslug } from "./slug.ts";
import { boardColumns, type ContributionName, type StoredFile } from "./stored-file.ts";

const hostileNames = [
  "",
  ".",
  "..",
  "...",
  "../../etc/passwd",
  "/",
  "\\",
  "a/b",
  "a\0b",
  "con",
  "CON",
  "nul.txt",
  "com1",
  "lpt9.md",
  "aux.",
  "a.",
  ".git",
  "project_readme",
  "seed_prompt",
  "version",
  "user_feedback_thesis",
  "x_1_thesis",
  "raw",
  "_work",
  "documents",
  "Pending",
  "a+b",
  "+",
  "~",
  "~2f",
  "~-",
  "~~",
  "Ä",
  "é",
  "e\u0301",
  "ﬁ",
  "שלום",
  "日本語",
  "\ud800",
  "😀",
  "gpt-4.1",
  "GPT-4.1",
  "meta-llama/Llama-3.1-8B",
  "rehearsal/atlas",
  "x".repeat(300),
  "É".repeat(300),
  "ש".repeat(300),
  "音".repeat(300),
  "a\u0301".repeat(300),
  `a${"\u0301".repeat(60)}`,
  "\u0301",
  "ßss",
  "straße",
  "strasse",
  "μας",
  "μασ",
  "ΜΑΣ",
  "σ",
  "ς",
  "ı",
  "İ",
  "ΐ",
  "K",
  "k",
  "ſ",
  "\u1100\u1161",
  "가",
  "\u202eevil",
  "a\u200db",
  "ab",
  "a\u034fb",
  "com¹",
  "กำหนดการ",
  "हिन्दी",
  "ไทย",
  "continuation_1",
  "1_continuation_0",
  "final",
  "synthesis",
  "final_synthesis",
  "pairwise_synthesis_chunk",
  "critiquing",
  "combining",
  "from",
  " ",
  "a b",
  "-rf",
  "*",
  "<script>",
];
const anyName = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...hostileNames) },
  { weight: 2, arbitrary: fc.string({ unit: fc.constantFrom(..."ab.-_+~/0A1é\\ ") }) },
  {
    weight: 2,
    arbitrary: fc.string({ unit: fc.constantFrom(..."aeͅ\u0301\u0308\u0323éΣσςßsıİiשּׁ\u05bc가\u1100\u1161कि音ａ²") }),
  },
  { weight: 1, arbitrary: fc.string({ unit: "binary" }) },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 400 })
      .map((units) => String.fromCharCode(...units)),
  },
);
const shortId = fc.stringMatching(/^[0-9a-f]{8}$/);
const number = fc.oneof(fc.nat({ max: 12 }), fc.nat({ max: 999_999_999 }));
const stage = fc.oneof(fc.constantFrom("thesis", "antithesis", "synthesis", "parenthesis", "paralysis"), anyName);
const inStage = { session: shortId, iteration: number, position: number, stage };
const type = fc.oneof(
  fc.constantFrom("thesis", "antithesis", "pairwise_synthesis", "reduced_synthesis", "final_synthesis", "paralysis"),
  anyName,
);
const of: fc.Arbitrary<ContributionName> = fc.record({
  ...inStage,
  model: anyName,
  n: number,
  type,
  subject: fc.oneof(
    fc.constant({ relation: "alone" } as const),
    fc.record({ relation: fc.constant("critiquing" as const), model: anyName }),
    fc.record({ relation: fc.constant("from" as const), models: fc.array(anyName, { maxLength: 4 }) }),
    fc.record({ relation: fc.constant("reducing" as const), shortId }),
    fc.record({ relation: fc.constant("combining" as const), type: anyName, work: fc.option(shortId) }),
  ),
});
const kind = <Kind extends string>(value: Kind) => fc.constant(value);
const chunk = fc.option(number, { nil: null });

/** One generator for each kind of file. Without one for a new kind, this does not compile. */
const files: { [Kind in StoredFile["kind"]]: fc.Arbitrary<Extract<StoredFile, { kind: Kind }>> } = {
  brief: fc.record({ kind: kind("brief"), name: fc.oneof(anyName, fc.constant("plan")) }),
  plan: fc.record({ kind: kind("plan") }),
  readme: fc.record({ kind: kind("readme") }),
  settings: fc.record({ kind: kind("settings") }),
  resource: fc.record({ kind: kind("resource"), name: anyName }),
  board: fc.record({ kind: kind("board"), column: fc.constantFrom(...boardColumns), position: number, name: anyName }),
  seed_prompt: fc.record({ kind: kind("seed_prompt"), ...inStage }),
  feedback: fc.record({ kind: kind("feedback"), ...inStage }),
  document: fc.record({ kind: kind("document"), of, intermediate: fc.boolean() }),
  chunk: fc.record({ kind: kind("chunk"), of, chunk: number }),
  version: fc.record({ kind: kind("version"), of, version: number }),
  raw: fc.record({ kind: kind("raw"), of, chunk }),
  prompt: fc.record({ kind: kind("prompt"), of, chunk }),
  artifact: fc.record({ kind: kind("artifact"), of, artifact: anyName }),
};
/**
 * The path as file systems compare it: without differences in case (full case folding), normal form and invisible
 * characters.
 */
const asTheSame = (path: string): string =>
  Array.from(path.normalize("NFD").replace(/\p{Default_Ignorable_Code_Point}/gu, ""), (char) =>
    char.toLowerCase().toUpperCase().toLowerCase().replace("ς", "σ"),
  )
    .join("")
    .normalize("NFD");
const anyFile: fc.Arbitrary<StoredFile> = fc.oneof(...Object.values(files));

describe("every file of the tree", () => {
  it.each(Object.entries<fc.Arbitrary<StoredFile>>(files))("is recovered from its path: %s", (_, arbitrary) => {
    const readsBack = fc.property(arbitrary, (file) => {
      expect(deconstructPath(constructPath(file))).toEqual(file);
    });
    fc.assert(readsBack, { numRuns: 400 });
  });

  it("is found only at its own path", () => {
    const damaged = fc
      .tuple(anyFile, fc.nat(), fc.constantFrom("", "_", "/", "~", "0", "A", "_continuation_1", "~2f", "~/~", "../"))
      .map(([file, at, inserted]) => {
        const path = constructPath(file);
        const cut = at % (path.length + 1);
        return path.slice(0, cut) + inserted + path.slice(cut + (at % 3));
      });
    fc.assert(
      fc.property(fc.oneof(damaged, anyName), (path) => {
        const file = deconstructPath(path);
        if (file) expect([constructPath(file), legacyPath(file)]).toContain(path);
      }),
      { numRuns: 4000 },
    );
  });

  it("is recovered from the path that an earlier version gave it", () => {
    fc.assert(
      fc.property(anyFile, (file) => {
        expect(deconstructPath(legacyPath(file))).toEqual(file);
      }),
      { numRuns: 2000 },
    );
  });

  it("never shares its path with another file, even if case is ignored", () => {
    fc.assert(
      fc.property(anyFile, anyFile, (one, other) => {
        fc.pre(JSON.stringify(one) !== JSON.stringify(other));
        expect(asTheSame(constructPath(one))).not.toBe(asTheSame(constructPath(other)));
      }),
      { numRuns: 2000 },
    );
  });

  it("never shares its name with another file, even if case, normal form and invisible characters are ignored", () => {
    fc.assert(
      fc.property(anyName, anyName, (one, other) => {
        fc.pre(one !== other);
        expect(asTheSame(slug(one))).not.toBe(asTheSame(slug(other)));
      }),
      { numRuns: 10_000 },
    );
    for (const one of hostileNames) {
      for (const other of hostileNames) {
        if (one !== other) expect(asTheSame(slug(one)), `${one} and ${other}`).not.toBe(asTheSame(slug(other)));
      }
    }
  });

  it("stays inside the project's folder, under a name that every file system accepts", () => {
    fc.assert(
      fc.property(anyFile, (file) => {
        const path = constructPath(file);
        expect(posix.normalize(path)).toBe(path);
        expect(path.normalize("NFC")).toBe(path);
        for (const name of path.split("/")) {
          expect(name).toMatch(/^[A-Za-z0-9._+~\p{L}\p{M}\p{N}-]+$/u);
          expect(name).not.toMatch(/\p{Default_Ignorable_Code_Point}|^\p{M}/u);
          expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
          expect(name).not.toMatch(/^\.|\.$|^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i);
        }
      }),
      { numRuns: 4000 },
    );
  });
});

describe("the layout", () => {
  const at = { session: "0a1b2c3d", iteration: 1, position: 1, stage: "thesis" };
  const atlas: ContributionName = {
    ...at,
    model: "rehearsal/atlas",
    subject: { relation: "alone" },
    n: 1,
    type: "thesis",
  };
  const critique: ContributionName = {
    ...atlas,
    position: 2,
    stage: "antithesis",
    type: "antithesis",
    subject: { relation: "critiquing", model: "gpt-4.1_mini" },
  };
  const inSynthesis = { ...atlas, position: 3, stage: "synthesis" };
  it.each<[StoredFile, string]>([
    [{ kind: "brief", name: "popup" }, "popup.md"],
    [{ kind: "brief", name: "project_readme" }, "project~5freadme.md"],
    [{ kind: "resource", name: "Brand book.pdf" }, "general_resource/~brand~20book.pdf"],
    [{ kind: "board", column: "Pending", position: 1, name: "m1-venue" }, "Pending/01_m1-venue.md"],
    [{ kind: "seed_prompt", ...at }, "session_0a1b2c3d/iteration_1/1_thesis/seed_prompt.md"],
    [{ kind: "feedback", ...at }, "session_0a1b2c3d/iteration_1/1_thesis/user_feedback_thesis.md"],
    [
      { kind: "document", of: atlas, intermediate: false },
      "session_0a1b2c3d/iteration_1/1_thesis/rehearsal~2fatlas_1_thesis.md",
    ],
    [
      { kind: "chunk", of: atlas, chunk: 0 },
      "session_0a1b2c3d/iteration_1/1_thesis/_work/rehearsal~2fatlas_1_thesis_continuation_0.md",
    ],
    [
      { kind: "version", of: atlas, version: 1 },
      "session_0a1b2c3d/iteration_1/1_thesis/_work/rehearsal~2fatlas_1_thesis_version_1.md",
    ],
    [
      { kind: "raw", of: atlas, chunk: null },
      "session_0a1b2c3d/iteration_1/1_thesis/raw_responses/rehearsal~2fatlas_1_thesis_raw.json",
    ],
    [
      { kind: "raw", of: atlas, chunk: 2 },
      "session_0a1b2c3d/iteration_1/1_thesis/raw_responses/rehearsal~2fatlas_1_thesis_continuation_2_raw.json",
    ],
    [
      { kind: "prompt", of: atlas, chunk: null },
      "session_0a1b2c3d/iteration_1/1_thesis/_work/prompts/rehearsal~2fatlas_1_thesis_prompt.md",
    ],
    [
      { kind: "artifact", of: atlas, artifact: "business-case" },
      "session_0a1b2c3d/iteration_1/1_thesis/documents/rehearsal~2fatlas_1_thesis_business-case.md",
    ],
    [
      { kind: "document", of: critique, intermediate: false },
      "session_0a1b2c3d/iteration_1/2_antithesis/rehearsal~2fatlas_critiquing_gpt-4.1~5fmini_1_antithesis.md",
    ],
    [
      {
        kind: "document",
        intermediate: true,
        of: {
          ...inSynthesis,
          type: "pairwise_synthesis",
          subject: { relation: "from", models: ["rehearsal/atlas", "rehearsal/briar"] },
        },
      },
      "session_0a1b2c3d/iteration_1/3_synthesis/_work/rehearsal~2fatlas_from_rehearsal~2fatlas+rehearsal~2fbriar_1_pairwise_synthesis_chunk.md",
    ],
    [
      {
        kind: "document",
        intermediate: true,
        of: { ...inSynthesis, type: "reduced_synthesis", subject: { relation: "reducing", shortId: "9f8e7d6c" } },
      },
      "session_0a1b2c3d/iteration_1/3_synthesis/_work/rehearsal~2fatlas_reducing_9f8e7d6c_1_reduced_synthesis.md",
    ],
    [
      {
        kind: "document",
        intermediate: true,
        of: {
          ...inSynthesis,
          type: "combined-text",
          subject: { relation: "combining", type: "reduced_synthesis", work: "9f8e7d6c" },
        },
      },
      "session_0a1b2c3d/iteration_1/3_synthesis/_work/rehearsal~2fatlas_combining_reduced~5fsynthesis_9f8e7d6c_1_combined-text.md",
    ],
    [
      {
        kind: "document",
        intermediate: true,
        of: { ...inSynthesis, type: "combined-text", subject: { relation: "combining", type: "thesis", work: null } },
      },
      "session_0a1b2c3d/iteration_1/3_synthesis/_work/rehearsal~2fatlas_combining_thesis_1_combined-text.md",
    ],
    [
      { kind: "document", intermediate: false, of: { ...inSynthesis, n: 2, type: "final_synthesis" } },
      "session_0a1b2c3d/iteration_1/3_synthesis/rehearsal~2fatlas_2_final_synthesis.md",
    ],
  ])("puts %j at %s", (file, path) => expect(constructPath(file)).toBe(path));

  it("rejects invalid short ids and numbers", () => {
    for (const session of ["..", "../../x", "0A1B2C3D", "", "0a1b2c3d/"]) {
      expect(() => constructPath({ kind: "seed_prompt", ...at, session })).toThrow("eight hexadecimal digits");
    }
    for (const iteration of [-1, 1.5, Number.NaN, 1e12]) {
      expect(() => constructPath({ kind: "seed_prompt", ...at, iteration })).toThrow("at most nine digits");
    }
  });

  it.each([
    "",
    "x",
    "/popup.md",
    "../popup.md",
    "popup.MD",
    "Pending/1_x.md",
    "pending/01_x.md",
    "session_0a1b2c3d/iteration_01/1_thesis/seed_prompt.md",
    "~41.md",
  ])("finds no file at %j", (path) => expect(deconstructPath(path)).toBeNull());
});

describe("slug", () => {
  it("keeps safe, readable characters, and escapes all others", () => {
    expect(slug("claude-3.5-sonnet")).toBe("claude-3.5-sonnet");
    expect(slug("meta-llama/Llama-3.1-8B")).toBe("meta-llama~2f~llama-3.1-8~b");
    expect(slug("שלום-עולם")).toBe("שלום-עולם");
    expect(slug("Ünïcode é")).toBe("~~00dcnïcode~20é");
    expect(slug("e\u0301")).toBe("e~~0301");
    expect(slug("😀\u202e")).toBe("~~d83d~~de00~~202e");
    expect(slug("οι στόχοι μας")).toBe("οι~20στόχοι~20μας");
  });
  it("decodes only names that it encoded", () => {
    for (const name of ["~41", "a_b", "A", "~", "~~ab", ".", "con", "", "~2"]) expect(unslug(name)).toBeNull();
  });
});
