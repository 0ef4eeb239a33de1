export type Stopped = Promise<NodeJS.Signals>;

/** Resolves at the first SIGINT or SIGTERM; a second one ends the process at once, for whoever cannot wait. */
export function untilStopped(): Stopped {
  return new Promise((resolve) => {
    let isStopping = false;
    const stop = (signal: NodeJS.Signals) => {
      if (isStopping) process.exit(signal === "SIGINT" ? 130 : 143);
      isStopping = true;
      resolve(signal);
    };
    process.on("SIGINT", stop);
    process.on("SIGTERM", stop);
  });
}
