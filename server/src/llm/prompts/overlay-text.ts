import type { Overlay } from "@dialectic/contract";

/** Sections are always in this order, because the beginning of a prompt must be the same bytes for every call. */
const titles = {
  role: "Role",
  standards: "Standards",
  success_criteria: "Success criteria",
  boundaries: "Boundaries",
  stakeholders: "Stakeholders",
  compliance: "Compliance",
  deployment: "Deployment",
} as const satisfies Record<keyof Overlay, string>;

/** An overlay as text for a prompt; empty if no section has any text. */
export function overlayText(overlay: Overlay): string {
  const sections = Object.entries(titles).flatMap(([name, title]) => {
    const text = overlay[name as keyof Overlay]?.trim();
    return text ? [`## ${title}\n\n${text}`] : [];
  });
  return sections.join("\n\n");
}
