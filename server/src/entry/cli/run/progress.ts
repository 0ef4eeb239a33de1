import type { Session, StageRun } from "@dialectic/contract";
import { asTyped } from "../input/program-name.ts";
import { printable } from "../output/printable.ts";
import { style } from "../output/style.ts";
import { countFindings } from "../output/texts/describe-findings.ts";
import { combiningText, waitText } from "./progress-text.ts";

/** Shows the progress of a session. */
export type Progress = {
  show(session: Session): void;
  note(line: string): void;
  end(): void;
};

/** Shows moving bars on a terminal; elsewhere, prints one line per finished document. */
export const createProgress = (stream: NodeJS.WriteStream): Progress =>
  stream.isTTY ? createBars(stream) : createLines(stream);

function createLines(stream: NodeJS.WriteStream): Progress {
  const told = new Map<string, number>();
  const toldCombining = new Map<string, number>();
  const toldFindings = new Map<string, number>();
  const toldWaits = new Set<string>();
  return {
    show(session) {
      for (const wait of session.stages.flatMap((stage) => stage.waits)) {
        const outage = `${wait.model} ${wait.since}`;
        if (!toldWaits.has(outage)) stream.write(`${printable(waitText(wait))}\n`);
        toldWaits.add(outage);
      }
      for (const stage of session.stages) {
        const combined = stage.combining?.done ?? 0;
        if (combined > (toldCombining.get(stage.stage) ?? 0))
          stream.write(`${printable(stage.name)}: ${combiningText(stage)}\n`);
        toldCombining.set(stage.stage, combined);
        if (stage.done === (told.get(stage.stage) ?? 0)) continue;
        told.set(stage.stage, stage.done);
        stream.write(`${printable(stage.name)}: ${stage.done} of ${stage.expected}\n`);
      }
      for (const { stage, name, findings } of session.stages) {
        if (findings > (toldFindings.get(stage) ?? 0)) stream.write(`${printable(name)}: ${countFindings(findings)}\n`);
        toldFindings.set(stage, findings);
      }
    },
    note: (line) => stream.write(`${printable(asTyped(line))}\n`),
    end: () => undefined,
  };
}

function createBars(stream: NodeJS.WriteStream): Progress {
  let drawn: string[] = [];
  const erase = () => (drawn.length > 0 ? `\x1b[${drawn.length}A\x1b[J` : "");
  const draw = (lines: string[]) => {
    stream.write(`${erase()}${lines.map((line) => `${printable(line)}\n`).join("")}`);
    drawn = lines;
  };
  return {
    show: (session) => draw(barsOf(session, stream)),
    note(line) {
      const lines = drawn;
      stream.write(`${erase()}${printable(asTyped(line))}\n`);
      drawn = [];
      draw(lines);
    },
    end: () => {
      drawn = [];
    },
  };
}

const widestBar = 24;
const countWidth = 5;

/** Lines are cut to the width of the terminal, the bars first, because a wrapped line could not be erased. */
function barsOf(session: Session, stream: NodeJS.WriteStream): string[] {
  const nameWidth = Math.max(...session.stages.map((stage) => stage.name.length));
  const free = (stream.columns ?? 80) - nameWidth - countWidth - 7;
  const barWidth = Math.max(1, Math.min(widestBar, free));
  return session.stages.map((stage) => {
    const share = stage.expected > 0 ? stage.done / stage.expected : 0;
    const filled = Math.round(share * barWidth);
    const done = style(stream, colourOf(stage), "█".repeat(filled));
    const left = style(stream, "dim", "░".repeat(barWidth - filled));
    const count = stage.status ? `${stage.done}/${stage.expected}` : "";
    const note = cut(noteOf(stage), free - barWidth - 2);
    const text = note ? `${count.padEnd(countWidth)}  ${style(stream, "dim", note)}` : count;
    return `  ${stage.name.padEnd(nameWidth)}  ${done}${left}${text ? `  ${text}` : ""}`;
  });
}

const colourOf = (stage: StageRun) =>
  stage.status === "completed" ? "green" : stage.status === "failed" ? "red" : "cyan";

function noteOf(stage: StageRun): string {
  if (stage.status === null) return "";
  if (stage.status !== "running") {
    return stage.findings > 0 ? `${stage.status}, ${countFindings(stage.findings)}` : stage.status;
  }
  const [wait] = stage.waits;
  const running = stage.work.flatMap((work) => (work.state === "running" && !work.waitsFor ? [work.label] : []));
  if (running.length > 0) return running.join(" · ");
  if (wait) return waitText(wait);
  // No document is written while its inputs are being combined.
  if (stage.combining && stage.combining.done < stage.combining.of) return combiningText(stage);
  return stage.work.find((work) => work.state === "waiting" && work.why !== null)?.why ?? "";
}

function cut(text: string, room: number): string {
  if (text.length <= room) return text;
  return room > 1 ? `${text.slice(0, room - 1)}…` : "";
}
