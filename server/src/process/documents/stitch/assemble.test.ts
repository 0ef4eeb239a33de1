import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { joinedText } from "./assemble.ts";
import { joinChunks } from "./join-chunks.ts";

/** Every word has its own number, so that no 40 characters repeat by accident: real prose does not repeat either. */
const word = fc.constantFrom("plan", "risk", "- ", "\n", "\n\n", "# ", "| ", "😀", "é", "```\n", " ");
const prose = fc
  .array(word, { minLength: 1, maxLength: 400 })
  .map((words) => words.map((one, index) => `${one}${index} `).join(""));

/** A text cut at random positions; each piece may repeat the last `overlap` characters before it. */
const cutText = fc
  .tuple(
    prose,
    fc.array(fc.record({ at: fc.nat(), overlap: fc.option(fc.integer({ min: 40, max: 200 }), { nil: 0 }) }), {
      maxLength: 6,
    }),
  )
  .map(([text, cuts]) => {
    const places = cuts.map((cut) => ({ ...cut, at: cut.at % (text.length + 1) })).sort((a, b) => a.at - b.at);
    const starts = [{ at: 0, overlap: 0 }, ...places];
    const chunks = starts.map(({ at, overlap }, index) => {
      const before = starts[index - 1]?.at ?? 0;
      // A piece can repeat only text that exists, and a repetition of less than 40 characters is not treated as an overlap.
      const repeated = at - before >= 40 ? Math.min(overlap, at - before) : 0;
      return text.slice(at - repeated, starts[index + 1]?.at);
    });
    return { text, chunks };
  });

describe("joinChunks", () => {
  it("restores a text that was cut anywhere, with an overlap of at least 40 characters or with none", () => {
    fc.assert(
      fc.property(cutText, ({ text, chunks }) => {
        expect(joinChunks(chunks)).toBe(text);
      }),
      { numRuns: 1500 },
    );
  });

  it("treats two whole repeated lines as an overlap, however short", () => {
    expect(joinChunks(["- tea\n- milk\n", "- tea\n- milk\n- sugar\n"])).toBe("- tea\n- milk\n- sugar\n");
    expect(joinChunks(["x\n- tea\n- milk", "- tea\n- milk\n- sugar\n"])).toBe("x\n- tea\n- milk\n- sugar\n");
  });

  it.each([
    ["one short line", ["- tea\n- milk\n", "- milk\n- sugar\n"]],
    ["a part of a line", ["the plan for the ", "the plan for the day"]],
    ["lines without words", ["  }\n}\n", "  }\n}\n"]],
    ["two lines, the first not whole", ["black tea\nmilk\n", "tea\nmilk\nsugar"]],
  ])("keeps %s, because the repetition is a coincidence", (_, chunks) =>
    expect(joinChunks(chunks)).toBe(chunks.join("")),
  );

  const shortLines = fc
    .tuple(fc.array(fc.constantFrom("a", "- b", "| c |", "  d"), { minLength: 4, maxLength: 40 }), fc.nat(), fc.nat())
    .map(([lines, at, lap]) => {
      const said = lines.map((line, index) => `${line}${index}\n`);
      const cut = 2 + (at % (said.length - 2));
      const again = said.slice(Math.max(0, cut - 2 - (lap % 3)), cut);
      return { text: said.join(""), chunks: [said.slice(0, cut), [...again, ...said.slice(cut)]] };
    });

  it("keeps a series of equal lines that continues in the next chunk, because a table or list may contain that many", () => {
    const rows = "| free | nobody is here at all |\n";
    expect(joinChunks([rows.repeat(6), `${rows.repeat(8)}\nEnd.\n`])).toBe(`${rows.repeat(14)}\nEnd.\n`);
  });

  it("treats two or more whole repeated lines as an overlap, wherever the text was cut", () => {
    fc.assert(
      fc.property(shortLines, ({ text, chunks }) => {
        expect(joinChunks(chunks.map((lines) => lines.join("")))).toBe(text);
      }),
      { numRuns: 300 },
    );
  });

  it("adds nothing if a chunk only repeats the text before it", () => {
    const text = "The loading dock opens at six in the morning and closes at noon.";
    expect(joinChunks([text, text, ""])).toBe(text);
  });

  it("keeps repetitions inside a chunk, because only the end of a cut-off answer can be a loop", () => {
    const rows = "| not assigned yet | nobody yet | 16 A |\n".repeat(8);
    expect(joinChunks([`${rows}\nAfter that we close.\n`])).toBe(`${rows}\nAfter that we close.\n`);
  });

  it("rejoins a code block that the next chunk reopens", () => {
    const code = "Run this:\n\n```python\nfor seat in hall:\n    print(seat)\n```\n\nThen wait.\n";
    for (const at of [code.indexOf("for"), code.indexOf("seat in"), code.indexOf("    print"), code.indexOf("(seat")]) {
      const [first, rest] = [code.slice(0, at), code.slice(at)];
      expect(joinChunks([first, `\`\`\`python\n${rest}`])).toBe(code);
    }
    // The next chunk reopens the block and repeats its content.
    const long = "for seat in the_great_hall_of_the_town:\n    print(seat)\n";
    expect(joinChunks([`~~~ py\n${long}`, `~~~ py\n${long}    wait()\n~~~\n`])).toBe(
      `~~~ py\n${long}    wait()\n~~~\n`,
    );
  });

  it.each([
    ["a block after one that was closed", ["```js\na\n```\n", "```js\nb\n```\n"]],
    ["a block in another language", ["```js\na\n", "```ts\nb\n"]],
    ["the end of a block", ["```\na\n", "```\nb\n"]],
    ["a block inside a longer fence", ["````md\n", "```md\nb\n```\n````\n"]],
  ])("does not change %s", (_, chunks) => expect(joinChunks(chunks)).toBe(chunks.join("")));
});

describe("a continuation", () => {
  const table = "| claim | verdict |\n|---|---|\n| [C1] | kept |\n| [C2] | open |\n";
  const cut = "| claim | verdict |\n|---|---|\n| [C1] | kept |\n| [C2";
  const continued = (text: string) =>
    joinedText([
      { text: cut, finish_reason: "length" },
      { text, finish_reason: "stop" },
    ]);

  it.each([
    "Sure, here is the continuation:\n\n",
    "Continuing from where I left off.\n\n",
    "Here is the rest of the table:\n\n",
    "**Continuation:**\n\n",
    "(continued)\n\n",
    "[Continuing]\n",
    "…",
    "...\n",
    "Fortsetzung:\n\n",
  ])("loses a lead-in such as %j", (leadIn) => {
    expect(continued(`${leadIn}| [C2] | open |\n`)).toBe(table);
  });

  it.each([
    "Apologies for the interruption. Here's the rest:\n\n",
    "Sorry about that!\n\nHere is the remainder of the table:\n\n",
    "I apologize, my answer was cut off. Continuing:\n\n",
    "I'll continue from where I left off.\n\n",
    "Let me pick up where I stopped:\n\n",
    "Ich fahre dort fort, wo ich aufgehört habe:\n\n",
    "Entschuldigung für die Unterbrechung. Hier ist der Rest:\n\n",
    "Hier folgt die Fortsetzung der Tabelle:\n\n",
    "Voici la suite du tableau :\n\n",
    "Désolé pour l’interruption.\n\n",
    "Je reprends là où je m’étais arrêté :\n\n",
    "Aquí está la continuación:\n\n",
    "Continúo donde lo dejé:\n\n",
    "Riprendo da dove mi ero interrotto:\n\n",
    "Ecco la continuazione della tabella:\n\n",
    "Continuo de onde parei:\n\n",
    "Desculpe a interrupção. Aqui está a continuação:\n\n",
    "Ik ga verder waar ik gebleven was:\n\n",
    "Oto ciąg dalszy:\n\n",
    "Продолжаю с того места, где остановился:\n\n",
    "Извините за обрыв. Вот продолжение:\n\n",
    "抱歉，刚才的回答被截断了。\n\n",
    "以下是后续内容：\n\n",
    "続きは以下の通りです。\n\n",
    "להלן ההמשך:\n\n",
    "אני ממשיך מהמקום שבו הפסקתי:\n\n",
  ])("loses an apology or a lead-in in any language, such as %j", (leadIn) => {
    expect(continued(`${leadIn}| [C2] | open |\n`)).toBe(table);
  });

  it("loses a code fence that encloses the whole chunk", () => {
    expect(continued("```markdown\n| [C2] | open |\n```\n")).toBe(table);
    expect(continued("Continuing:\n\n```md\n| [C2] | open |\n```")).toBe(table);
  });

  it("has its thinking moved to the end before it is compared with the preceding text", () => {
    const thought = "<think>\nWhere was I?\n</think>";
    expect(continued(`${thought}\n\n${table}`)).toBe(`${table}\n\n${thought}`);
  });

  it.each([
    "Continuing the market in winter is cheaper.\n\nSo be it.\n",
    "Here is what it costs:\n\n- nothing\n",
    "## Continued use\n\nYes.\n",
    "- the remaining stalls:\n  - ten\n",
    "The remaining stalls cost:\n\n- ten\n",
    "Continuing costs:\n\n- ten\n",
    "Sorry guests get their money back.\n\nSo be it.\n",
    "Here is the rest of the money:\n\n- ten\n",
    "Here's the rest area:\n\n- ten\n",
    "Die Fortsetzung der Arbeiten kostet mehr:\n\n- zehn\n",
    "La suite royale coûte 300 euros :\n\n- dix\n",
    "Hier ist der Rest der Bäume:\n\n- zehn\n",
    "Wir fahren fort:\n\n- zehn\n",
    "抱歉信由馬力寫。\n\n- 十\n",
    "続き柄を書く。\n\n- 十\n",
  ])("keeps a first line that is content: %j", (text) => {
    expect(continued(text)).toBe(`| claim | verdict |\n|---|---|\n| [C1] | kept |\n${text}`);
  });

  describe("of a table", () => {
    const head = "# Risk register\n\n| risk | level |\n|---|---|\n";
    const rows = "| no permit | 4 |\n| rain | 2 |\n";
    const after = (cut: string, text: string) =>
      joinedText([
        { text: cut, finish_reason: "length" },
        { text, finish_reason: "stop" },
      ]);
    const whole = `${head}${rows}| strike | 1 |\n`;

    it.each([
      ["the table's heading and ruler", "| risk | level |\n|---|---|\n"],
      ["the heading and ruler with other spaces", "|risk|level|\n|:--|--:|\n"],
      ["only the table's heading", "| risk | level |\n"],
      ["the heading and ruler below a blank line", "\n| risk | level |\n|---|---|\n"],
      ["the artifact's and the table's headings", "# Risk register\n\n| risk | level |\n|---|---|\n"],
      ["both headings, the first marked as continued", "# Risk register (continued)\n\n| risk | level |\n|---|---|\n"],
      ["only the artifact's heading, marked as continued", "# Risk register – continued\n\n"],
      ["the last row", "| rain | 2 |\n"],
      ["the table's heading, ruler and last row", "| risk | level |\n|---|---|\n| rain | 2 |\n"],
      ["the table from its beginning", `| risk | level |\n|---|---|\n${rows}`],
    ])("loses %s if the model repeats it", (_, again) => {
      expect(after(`${head}${rows}| str`, `${again}| strike | 1 |\n`)).toBe(whole);
    });

    it("keeps a table with other headings, and a table with the same heading below other text", () => {
      for (const text of [
        "| cost | euro |\n|---|---|\n| gate | 1 |\n",
        "Text.\n\n| risk | level |\n|---|---|\n| a | 1 |\n",
      ]) {
        expect(after(`${head}${rows}| str`, text)).toBe(`${head}${rows}${text}`);
      }
      const closed = `${head}${rows}\nMore text here.\n`;
      const text = "| risk | level |\n|---|---|\n| a | 1 |\n";
      expect(after(`${closed}And`, text)).toBe(`${closed}${text}`);
    });

    it("keeps a first row that equals the last complete row, if the text was cut off in a repetition of that row", () => {
      expect(after(`${head}${rows}| ra`, "| rain | 2 |\n| strike | 1 |\n")).toBe(
        `${head}${rows}| rain | 2 |\n| strike | 1 |\n`,
      );
    });
  });

  it("does not repeat the heading below which the text was cut off", () => {
    const chunks = ["# Plan\n\n## M1 Permit\n\n", "## M1 Permit\n\n- Outcome: a permit\n"];
    expect(joinChunks(chunks)).toBe("# Plan\n\n## M1 Permit\n\n- Outcome: a permit\n");
  });
});
