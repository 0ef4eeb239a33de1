const line = /^(\s*[-*+] +\[)([ ~xX!?-])(\] +[*_]{0,3}(M\d{1,5})\b)(.*)$/;
const reason = / — (?:reason:|because) (.*)$/;

/** Replaces the statuses in a plan. Every other character stays, except reasons that no longer apply. */
export function withStatuses(plan: string, statuses: ReadonlyMap<string, { mark: string; reason: string }>): string {
  const lines = plan.split("\n").map((whole) => {
    const [text = "", end = ""] = whole.split(/(?=\r$)/);
    const [, before, , after, id, rest = ""] = line.exec(text) ?? [];
    const status = statuses.get(id ?? "");
    if (before === undefined || after === undefined || !status) return whole;
    const because = status.reason === "" ? "" : ` — reason: ${status.reason}`;
    return `${before}${status.mark}${after}${rest.replace(reason, "")}${because}${end}`;
  });
  return lines.join("\n");
}
