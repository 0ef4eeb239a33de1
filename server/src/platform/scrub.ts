/** Names whose values never belong in a log line. */
const secretName = /(secret|token|password|api[-_]?key|authorization|cookie)/i;
/** Values that look like provider keys or credentials in a URL, wherever they stand. */
const secretValue = /\b(sk|pk|rk|key)-[A-Za-z0-9_-]{8,}|(?<=:\/\/[^\s:@/]+:)[^\s@/]+(?=@)/g;

export function scrub(value: unknown): unknown {
  if (typeof value === "string") return value.replace(secretValue, "[hidden]");
  if (Array.isArray(value)) return value.map(scrub);
  if (typeof value === "bigint") return value.toString();
  if (value instanceof Error) return { name: value.name, message: scrub(value.message), stack: scrub(value.stack) };
  if (value && typeof value === "object" && !(value instanceof Date)) {
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, secretName.test(key) ? "[hidden]" : scrub(inner)]),
    );
  }
  return value;
}
