import { parseMarkdown } from "#platform";

/** What GitHub removes from a heading: all but letters, marks, digits, underscores, hyphens and plain spaces. */
const removed = /[^\p{Alphabetic}\p{M}\p{Nd}\p{Nl}\p{Pc} -]+/gu;

/** The anchor that GitHub and most viewers give to a heading. A space that is left at the end becomes a hyphen, too. */
export function anchorOf(heading: string): string {
  const shown = parseMarkdown(`# ${heading}`)[0]?.text ?? heading;
  const text = shown.replace(/<\/?[a-z][^<>]*>/gi, "");
  return text.trim().toLowerCase().replace(removed, "").replaceAll(" ", "-");
}
