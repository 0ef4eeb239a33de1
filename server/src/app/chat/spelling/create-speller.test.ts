import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const run = promisify(execFile);

it("the speller does not keep the process alive after its last answer", async () => {
  const program = `
    import { createSpeller } from ${JSON.stringify(import.meta.resolve("./create-speller.ts"))};
    const waiting = setTimeout(() => undefined, 60_000);
    const [hint] = await createSpeller().check({ words: ["helo"], mostUnknown: 3 });
    clearTimeout(waiting);
    process.stdout.write(hint.suggestions[0]);
  `;
  // The timeout kills a process that does not end, and fails the test.
  const ended = await run(process.execPath, ["--input-type=module", "-e", program], { timeout: 50_000 });
  expect(ended.stdout).toBe("hello");
});
