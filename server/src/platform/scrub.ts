/** Names whose values never belong in a log line. */
const secretName = /(secret|token|password|api[-_]?key|authorization|cookie)/i;
/** Values that look like provider keys or credentials in a URL, wherever they appear. */
const secretValue = /\b(sk|pk|rk|key)-[A-Za-z0-9_-]{8,}|(?<=:\/\/[^\s:@/]+:)[^\s@/]+(?=@)/g;

/** Names of environment variables whose values are secrets in any format. */
const secretVariable = /(secret|token|password|credential|_key$)/i;

/**
 * The secrets in the environment of the process. Variables that end in `_FILE` are left out, because their values are paths.
 * Short values are left out, because they would match ordinary words.
 */
export function secretsIn(env: NodeJS.ProcessEnv): string[] {
  return Object.entries(env).flatMap(([name, value]) => {
    const secret = value?.trim() ?? "";
    return secretVariable.test(name) && !/_file$/i.test(name) && secret.length >= 8 ? [secret] : [];
  });
}

/**
 * Redacts what looks like a secret by name or format, and all known secrets. `stacks` keeps the stack of an error,
 * which only debugging needs.
 */
export function scrub(value: unknown, known: readonly string[] = [], options: { stacks?: boolean } = {}): unknown {
  const inner = (one: unknown) => scrub(one, known, options);
  if (typeof value === "string") {
    const rest = known.reduce((text, secret) => text.replaceAll(secret, "[hidden]"), value);
    return rest.replace(secretValue, "[hidden]");
  }
  if (Array.isArray(value)) return value.map(inner);
  if (typeof value === "bigint") return value.toString();
  if (value instanceof Error) {
    const { name, message, stack } = value;
    return { name, message: inner(message), ...(options.stacks && { stack: inner(stack) }) };
  }
  if (value && typeof value === "object" && !(value instanceof Date)) {
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, secretName.test(key) ? "[hidden]" : inner(one)]),
    );
  }
  return value;
}
