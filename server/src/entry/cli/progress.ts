import type { Session, StageRun } from "@dialectic/contract";
import { style } from "./style.ts";

/** Shows how far a session has come, as it comes. */
export type Progress = {
  show(session: Session): void;
  note(line: string): void;
  end(): void;
};

/** Bars that move on a terminal; elsewhere one line per piece of work. */
export const createProgress = (stream: NodeJS.WriteStream): Progress =>
  stream.isTTY ? createBars(stream) : createLines(stream);

function createLines(stream: NodeJS.WriteStream): Progress {
  const told = new Map<string, number>();
  return {
    show(session) {
      for (const stage of session.stages) {
        if (stage.done === (told.get(stage.stage) ?? 0)) continue;
        told.set(stage.stage, stage.done);
        stream.write(`${stage.name}: ${stage.done} of ${stage.expected}\n`);
      }
    },
    note: (line) => stream.write(`${line}\n`),
    end: () => undefined,
  };
}

function createBars(stream: NodeJS.WriteStream): Progress {
  let drawn: string[] = [];
  const erase = () => (drawn.length > 0 ? `\x1b[${drawn.length}A\x1b[J` : "");
  const draw = (lines: string[]) => {
    stream.write(`${erase()}${lines.map((line) => `${line}\n`).join("")}`);
    drawn = lines;
  };
  return {
    show: (session) => draw(barsOf(session, stream)),
    note(line) {
      const lines = drawn;
      stream.write(`${erase()}${line}\n`);
      drawn = [];
      draw(lines);
    },
    end: () => {
      drawn = [];
    },
  };
}

const barWidth = 24;

function barsOf(session: Session, stream: NodeJS.WriteStream): string[] {
  const width = Math.max(...session.stages.map((stage) => stage.name.length));
  return session.stages.map((stage) => {
    const share = stage.expected > 0 ? stage.done / stage.expected : 0;
    const filled = Math.round(share * barWidth);
    const name = stage.name.padEnd(width);
    const bar =
      style(stream, colourOf(stage), "█".repeat(filled)) + style(stream, "dim", "░".repeat(barWidth - filled));
    const count = (stage.status ? `${stage.done}/${stage.expected}` : "").padEnd(5);
    const room = (stream.columns ?? 80) - width - barWidth - count.length - 8;
    return `  ${name}  ${bar}  ${count}  ${style(stream, "dim", cut(noteOf(stage), room))}`.trimEnd();
  });
}

const colourOf = (stage: StageRun) =>
  stage.status === "completed" ? "green" : stage.status === "failed" ? "red" : "cyan";

function noteOf(stage: StageRun): string {
  if (stage.status === null) return "";
  if (stage.status !== "running") return stage.status;
  return stage.work
    .filter((work) => work.state === "running")
    .map((work) => work.label)
    .join(" · ");
}

const cut = (text: string, room: number): string =>
  text.length <= room ? text : `${text.slice(0, Math.max(0, room - 1))}…`;
