import type { Interface } from "node:readline/promises";

/** Something typed or pasted: a question, or a command in one line that begins with a slash. */
export type Message = { text: string; isCommand: boolean };

export type MessageReader = {
  /** Returns undefined if the input has ended. */
  next(): Promise<Message | undefined>;
  /** Discards text that was typed but not sent. Returns false if there was none. */
  drop(): boolean;
};

type Line = { text: string; isPasted: boolean };

/** Asks the terminal to mark where pasted text begins and ends. Otherwise each pasted line would be a question. */
const tellPastes = { on: "\u001b[?2004h", off: "\u001b[?2004l" };

/**
 * Reads messages. A message is a single line, lines that each end with \ except the last, pasted lines, or everything
 * between two lines of three quotes.
 */
export function createMessageReader(terminal: Interface): MessageReader {
  const { stdin: input, stderr: output } = process;
  const lines = terminal[Symbol.asyncIterator]();
  /** For each line that has not been read yet: true if the pasted text continues after it. */
  const pasted: boolean[] = [];
  let isPasting = false;
  let isContinued = false;
  let isDropped = false;

  input.on("keypress", (_, key?: { name?: string }) => {
    if (key?.name !== "paste-start" && key?.name !== "paste-end") return;
    isPasting = key.name === "paste-start";
    Object.assign(terminal, { isCompletionEnabled: !isPasting }); // a pasted tab requests no completion
  });
  terminal.on("line", () => pasted.push(isPasting));
  if (input.isTTY && output.isTTY) {
    output.write(tellPastes.on);
    terminal.on("close", () => output.write(tellPastes.off));
  }

  async function read(prompt: string): Promise<Line | undefined> {
    terminal.setPrompt(prompt);
    terminal.prompt();
    const { value, done } = await lines.next();
    return done ? undefined : { text: value, isPasted: pasted.shift() ?? false };
  }

  /** Reads another line of the same message. Returns undefined if the input has ended or the message was dropped. */
  async function more(): Promise<Line | undefined> {
    isContinued = true;
    const line = await read("… ");
    isContinued = false;
    return isDropped ? undefined : line;
  }

  return {
    async next() {
      isDropped = false;
      const message: string[] = [];
      let line = await read("> ");
      if (!line) return undefined;
      if (line.text.trim() === '"""') {
        for (line = await more(); line && line.text.trim() !== '"""'; line = await more()) message.push(line.text);
        return { text: isDropped ? "" : message.join("\n"), isCommand: false };
      }
      for (; line && (line.isPasted || line.text.endsWith("\\")); line = await more()) {
        message.push(line.isPasted ? line.text : line.text.slice(0, -1));
      }
      const text = isDropped ? "" : [...message, line?.text ?? ""].join("\n");
      return { text, isCommand: message.length === 0 && text.startsWith("/") };
    },
    drop() {
      const isTyped = isContinued || terminal.line !== "";
      terminal.write(null, { ctrl: true, name: "e" }); // moves to the end: Ctrl-U clears only what is before the cursor
      terminal.write(null, { ctrl: true, name: "u" });
      if (isContinued) {
        isDropped = true;
        terminal.write("\n"); // ends the line that `more` is reading
      }
      return isTyped;
    },
  };
}
