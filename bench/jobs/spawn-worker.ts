import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { Message, type Orders } from "./messages.ts";

/** A worker process that is ready and waits for the start signal. Disposing kills it. */
export type WorkerProcess = AsyncDisposable & {
  start(): void;
  /** Ends the process with SIGKILL, without cleanup. */
  kill(): Promise<void>;
  /** Rejects if the process ends before it is killed. */
  failed: Promise<never>;
};

const script = join(import.meta.dirname, "worker-process.ts");

export async function spawnWorker(orders: Orders, onMessage: (message: Message) => void): Promise<WorkerProcess> {
  // A contender's output goes to stderr: stdout is for the result.
  const child = fork(script, [JSON.stringify(orders)], { stdio: ["ignore", 2, 2, "ipc"] });
  const exited = once(child, "exit");
  let wanted = false;
  const failed = exited.then(([code, signal]): never => {
    if (wanted) throw new Error("The worker was killed on purpose.");
    throw new Error(`A worker process of ${orders.contender} ended unexpectedly (${signal ?? `exit code ${code}`}).`);
  });
  failed.catch(() => undefined); // no unhandled rejection; callers that race against this promise still see the error

  const ready = Promise.withResolvers<void>();
  child.on("message", (said) => {
    const message = Message.parse(said);
    if (message.type === "ready") ready.resolve();
    else onMessage(message);
  });
  await Promise.race([ready.promise, failed]);

  const kill = async () => {
    wanted = true;
    child.kill("SIGKILL");
    await exited;
  };
  return { start: () => child.send("start"), kill, failed, [Symbol.asyncDispose]: kill };
}
