/** Emulates what readline programs use of a terminal: text, line wrap, cursor movement and erasing. */
export type Screen = {
  write(data: string): void;
  /** The visible rows, without trailing blanks. */
  text(): string;
  /** The same rows on a screen of another size. Long rows are cut off, as in xterm. */
  resized(columns: number, rows: number): Screen;
};

type Before = { lines: readonly (readonly string[])[]; column: number };

export function createScreen(columns: number, rows: number, before: Before = { lines: [], column: 0 }): Screen {
  let lines: string[][] = before.lines.slice(-rows).map((line) => line.slice(0, columns));
  if (lines.length === 0) lines = [[]];
  let row = lines.length - 1;
  let column = Math.min(before.column, columns - 1);
  let held = "";

  const lineAt = (at: number): string[] => {
    while (lines.length <= at) lines.push([]);
    return lines[at] ?? [];
  };
  const down = (): void => {
    row += 1;
    lineAt(row);
    if (lines.length > rows) {
      lines = lines.slice(lines.length - rows);
      row = lines.length - 1;
    }
  };
  const put = (char: string): void => {
    if (column >= columns) {
      down();
      column = 0;
    }
    const line = lineAt(row);
    while (line.length < column) line.push(" ");
    line[column] = char;
    column += 1;
  };
  const control: Record<string, (count: number) => void> = {
    A: (count) => {
      row = Math.max(0, row - (count || 1));
    },
    B: (count) => {
      row = Math.min(lines.length - 1, row + (count || 1));
    },
    C: (count) => {
      column = Math.min(columns - 1, column + (count || 1));
    },
    D: (count) => {
      column = Math.max(0, column - (count || 1));
    },
    G: (count) => {
      column = Math.max(0, (count || 1) - 1);
    },
    J: () => {
      lines.splice(row + 1);
      lineAt(row).splice(column);
    },
    K: () => {
      lineAt(row).splice(column);
    },
  };

  function write(data: string): void {
    const text = held + data;
    held = "";
    for (let at = 0; at < text.length; ) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
      const code = /^\u001b(?:\[([\d;?]*)([A-Za-z])|[=>])?/.exec(text.slice(at, at + 24));
      if (code) {
        if (code[0].length === 1 || (code[0].length < 3 && text.length - at < 3)) {
          held = text.slice(at);
          return;
        }
        control[code[2] ?? ""]?.(Number.parseInt(code[1] ?? "", 10) || 0);
        at += code[0].length;
        continue;
      }
      const char = String.fromCodePoint(text.codePointAt(at) ?? 32);
      at += char.length;
      if (char === "\r") column = 0;
      else if (char === "\n") down();
      else if (char === "\b") column = Math.max(0, column - 1);
      else if (char >= " ") put(char);
    }
  }

  const text = (): string => lines.map((line) => line.join("").trimEnd()).join("\n");
  return { write, text, resized: (width, height) => createScreen(width, height, { lines, column }) };
}
