/**
 * The maximum length of a key: longer than any real heading, but short enough that a model's runaway heading does not
 * become a runaway path.
 */
const longest = 80;

/** A heading as a key, in kebab-case: `2. Risk *register*` → `risk-register`. Letters of every script are kept. */
export function headingKey(heading: string): string {
  const key = heading
    .normalize("NFKC")
    .replace(/^\s*\d+[.)]\s+/, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .replace(/^-+/, "")
    .slice(0, longest)
    .replace(/-+$/, "");
  return key || "untitled";
}
