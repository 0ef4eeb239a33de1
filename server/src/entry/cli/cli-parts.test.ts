import { ApiError } from "@dialectic/contract";
import { CommanderError } from "commander";
import { describe, expect, it } from "vitest";
import { AppError } from "#platform";
import { explain, FailedWithResult, Interrupted } from "./explain.ts";
import { readEventStream } from "./read-event-stream.ts";
import { list, table } from "./table.ts";

describe("what went wrong, in a sentence", () => {
  it.each([
    [new AppError("port_taken", "Port 1 is taken."), "port_taken", 15, "Port 1 is taken."],
    [
      new ApiError({ type: "x", title: "x", status: 404, code: "not_found", detail: "There is no job 7." }),
      "not_found",
      3,
      "There is no job 7.",
    ],
    [
      new CommanderError(1, "commander.unknownOption", "error: unknown option '--x'\n(Did you mean --y?)"),
      "invalid_input",
      2,
      "Unknown option '--x'. Add --help to see how it is used.",
    ],
    [new Interrupted("The run is kept."), "run_paused", 130, "The run is kept."],
    [
      new Error("it broke.\n    at a.ts:1:2"),
      "internal",
      1,
      "Something unexpected happened: it broke. Run again with DIALECTIC_LOG=debug to see more.",
    ],
    [
      "a string",
      "internal",
      1,
      "Something unexpected happened: a string. Run again with DIALECTIC_LOG=debug to see more.",
    ],
  ])("%s", (thrown, code, exit, sentence) => {
    expect(explain(thrown)).toMatchObject({ code, exit, sentence });
  });

  it("keeps the result of what failed", () => {
    const failed = new FailedWithResult(new AppError("run_failed", "It failed."), { calls: 3 });
    expect(explain(failed)).toMatchObject({ exit: 20, sentence: "It failed.", result: { calls: 3 } });
  });
});

describe("tables", () => {
  it("are aligned, in one line per row, and say when they are empty", () => {
    expect(
      table(
        ["id", "name"],
        [
          ["1", "short"],
          ["22", "two\nlines"],
        ],
      ),
    ).toBe("ID  NAME\n1   short\n22  two lines");
    expect(table(["id"], [])).toBe("Nothing there yet.");
    expect(
      list([
        ["id", "1"],
        ["status", "ready"],
      ]),
    ).toBe("id      1\nstatus  ready");
  });

  it("are not shifted by colours", () => {
    expect(table(["a", "b"], [["\x1b[32mok\x1b[0m", "x"]]).split("\n")[1]).toBe("\x1b[32mok\x1b[0m  x");
  });
});

describe("an event stream", () => {
  it("is read whole however it is cut into pieces", async () => {
    const wire = 'id: 1\n\nid: 2\ndata: {"a":"ä: b"}\n\n: keep-alive\n\nevent: reset\nid: 9\ndata: {}\n\n';
    const bytes = new TextEncoder().encode(wire);
    for (const size of [1, 3, 7, bytes.length]) {
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
        bytes.slice(i * size, (i + 1) * size),
      );
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          for (const piece of pieces) controller.enqueue(piece);
          controller.close();
        },
      });
      expect(await Array.fromAsync(readEventStream(body))).toEqual([
        { id: "1", event: "message", data: "" },
        { id: "2", event: "message", data: '{"a":"ä: b"}' },
        { id: undefined, event: "message", data: "" },
        { id: "9", event: "reset", data: "{}" },
      ]);
    }
  });
});
