/** The mark between the brackets (a space, ~, x, !, ? or -) and, where one is given, why. */
export type MilestoneStatus = { mark: string; reason: string };

const line = /^(\s*[-*+] +\[)([ ~xX!?-])(\] +[*_]{0,3}(M\d{1,5})\b)(.*)$/;
const reason = / — (?:reason:|because) (.*)$/;

/** The statuses of a master plan's milestones: `- [x] M1 Title — …`. Of a milestone that comes twice the last line counts. */
export function parseStatuses(plan: string): Map<string, MilestoneStatus> {
  const statuses = new Map<string, MilestoneStatus>();
  for (const text of plan.split(/\r?\n/)) {
    const [, , mark, , id, rest = ""] = line.exec(text) ?? [];
    if (mark === undefined || id === undefined) continue;
    statuses.set(id, { mark: mark.toLowerCase(), reason: reason.exec(rest)?.[1]?.trim() ?? "" });
  }
  return statuses;
}

/** The same plan with other statuses; every other character stays, but for reasons that no longer hold. */
export function withStatuses(plan: string, statuses: ReadonlyMap<string, MilestoneStatus>): string {
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
