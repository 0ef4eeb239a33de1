import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "../provision/run-command.ts";

/** Texts that must not be in the repository, because they are valid only on one machine or in one network. */
const foreign: { what: string; pattern: RegExp }[] = [
  { what: "a path of one machine", pattern: /(^|[\s"'`(=:])\/(work|root|home\/[a-z]+|Users\/[a-z]+)\// },
  { what: "a temporary folder of one machine", pattern: /\/tmp\/[a-z]/i },
  {
    what: "the host of a package registry",
    pattern: /\b(registry\.npmjs|registry\.yarnpkg|deb\.debian|pypi)\.(org|com)\b/,
  },
];

const text =
  /\.(ts|tsx|js|mjs|cjs|json|md|sql|css|html|ya?ml|sh)$|(^|\/)(\.ci\/run|LICENSE|\.npmrc|\.gitignore|\.editorconfig)$/;

/** Finds every line with a `foreign` text, in all text files that git tracks or would add. */
export async function findForeignWords(repository: string): Promise<string[]> {
  const listed = await runCommand("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: repository,
  });
  const findings = await Promise.all(
    listed
      .split("\n")
      .filter((path) => text.test(path))
      .map(async (path) => foreignLines(path, await readFile(join(repository, path), "utf8").catch(() => ""))),
  );
  return findings.flat();
}

export function foreignLines(path: string, content: string): string[] {
  return content.split("\n").flatMap((line, index) => {
    const found = foreign.find(({ pattern }) => pattern.test(line));
    return found ? [`${path}:${index + 1}: ${found.what}: ${line.trim().slice(0, 120)}`] : [];
  });
}
