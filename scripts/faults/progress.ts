/** One line that counts on a terminal; elsewhere a line every so often, so that a log shows that it goes on. */
export function createProgress(stream: NodeJS.WriteStream, { of, until }: { of: number; until: number }) {
  const begun = Date.now();
  const every = stream.isTTY ? 1 : 25;
  let done = 0;
  return {
    step(): void {
      done += 1;
      if (done % every !== 0 && done !== of) return;
      const line = `  ${done} of ${of} deaths, ${minutesLeft()}`;
      stream.write(stream.isTTY ? `\r\x1b[K${line}` : `${line}\n`);
    },
    end(): void {
      if (stream.isTTY) stream.write("\r\x1b[K");
    },
  };

  function minutesLeft(): string {
    const needed = ((Date.now() - begun) / done) * (of - done);
    const left = Math.min(needed, until - Date.now());
    const minutes = Math.max(0, Math.ceil(left / 60_000));
    return needed > until - Date.now() ? `${minutes} min left, not enough for all` : `about ${minutes} min to go`;
  }
}
