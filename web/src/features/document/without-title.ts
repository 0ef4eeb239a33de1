/** The text without its first heading where that only repeats the title above it. */
export function withoutTitle(markdown: string, title: string): string {
  const [, heading, rest] = /^\s*# +(.+?) *(?:\n([\s\S]*))?$/.exec(markdown) ?? [];
  return heading === title ? (rest ?? "").trimStart() : markdown;
}
