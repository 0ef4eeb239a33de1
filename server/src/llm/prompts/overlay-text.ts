import type { Overlay } from "@dialectic/contract";

/** In this order, whatever order they were given in: the beginning of a prompt is the same bytes for every call. */
const titles = {
  role: "Role",
  standards: "Standards",
  success_criteria: "Success criteria",
  boundaries: "Boundaries",
  stakeholders: "Stakeholders",
  compliance: "Compliance",
  deployment: "Deployment",
} as const satisfies Record<keyof Overlay, string>;

/** An overlay as it stands in a prompt; empty when nobody says anything. */
export function overlayText(overlay: Overlay): string {
  const sections = Object.entries(titles).flatMap(([name, title]) => {
    const text = overlay[name as keyof Overlay]?.trim();
    return text ? [`## ${title}\n\n${text}`] : [];
  });
  return sections.join("\n\n");
}
