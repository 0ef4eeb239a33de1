/** Values that a forger could write into a column, as JSON. Some of them cannot be parsed, such as 100,000 brackets. */
export const oddValues: Record<string, string> = {
  null: "null",
  true: "true",
  "0": "0",
  "-1": "-1",
  "1.5": "1.5",
  "2147483647": "2147483647",
  "-2147483648": "-2147483648",
  "9007199254740993": "9007199254740993",
  "1e400": "1e400",
  "an empty text": '""',
  "a text": '"x"',
  "NaN as text": '"NaN"',
  infinity: '"infinity"',
  "-infinity": '"-infinity"',
  "the year 9999": '"9999-12-31T00:00:00+00:00"',
  "the year 10000": '"10000-01-01T00:00:00+00:00"',
  "4000 years before": '"4000-01-01T00:00:00+00:00 BC"',
  "the 30th of February": '"2026-02-30T00:00:00+00:00"',
  "a path upwards": '"../.."',
  "an absolute path": '"/etc/passwd"',
  "a reserved name": '"con"',
  NUL: '"a\\u0000b"',
  "half a character": '"\\ud800"',
  "a terminal's escape": '"\\u001b]0;owned\\u0007\\u001b[2J"',
  "a megabyte": `"${"x".repeat(1_000_000)}"`,
  "five thousand letters": `"${"x".repeat(5_000)}"`,
  "an empty list": "[]",
  "a list": "[1]",
  "a list of null": "[null]",
  "an empty object": "{}",
  "an object": '{"evil":{"a":[1,null]}}',
  "a prototype": '{"__proto__":{"code":"x"}}',
  "a hundred thousand levels": `${"[".repeat(100_000)}${"]".repeat(100_000)}`,
  "a foreign id": '"01a1e105-0c5c-7e63-a5ad-42d3eb928681"',
  "a row that is not there": '"{{jobs/9999/00000000}}"',
  "a row of another table": '"{{documents/0/00000000}}"',
  "two references": '"{{projects/0/00000000}}{{projects/0/00000000}}"',
};

type Path = readonly (string | number)[];

/** Replaces the value at a path in a line with this JSON. */
export function withValue(line: string, path: Path, json: string): string {
  const placeholder = "\u0001here\u0001";
  const whole = JSON.parse(line);
  const holder = path.slice(0, -1).reduce((one, key) => one[key], whole);
  holder[path.at(-1) ?? ""] = placeholder;
  return JSON.stringify(whole).replace(JSON.stringify(placeholder), () => json);
}

/** Every path in a value, down to seven levels; in an array, only the paths of the first two entries. */
export function placesIn(value: unknown, path: Path = []): Path[] {
  if (path.length > 7) return [];
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? value.slice(0, 2).map((one, n) => [n, one])
    : value && typeof value === "object"
      ? Object.entries(value)
      : [];
  const below = entries.flatMap(([key, one]) => placesIn(one, [...path, key]));
  return path.length === 0 ? below : [path, ...below];
}
