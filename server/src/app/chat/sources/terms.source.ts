import type { ContextSource } from "#exchanges";
import { getItem, readMentions } from "#items";
import type { ChatServices } from "../chat-services.ts";
import { describeItem } from "../tools/item-tools.ts";
import { selectAcronymPlaces } from "./terms.store.ts";

const mostItems = 8;
const mostAcronyms = 10;
/** Only the beginning of a long pasted text is searched, because each mention and acronym in it is looked up separately. */
const mostChars = 20_000;

/**
 * The items and acronyms in the question: items with their known values, acronyms with their meanings from the project's
 * texts.
 */
export const termsSource = ({ ctxOf }: ChatServices): ContextSource => ({
  name: "terms",
  title: "Items and terms of the project",
  deadlineMs: 1_000,
  async gather({ db }, { text: whole, projectId }) {
    if (projectId === null) return [];
    const text = whole.slice(0, mostChars);
    const ctx = ctxOf(db);
    const { itemIds, warnings } = await readMentions(ctx, { projectId, text, selected: [] });
    const items = await Promise.all(itemIds.slice(0, mostItems).map((itemId) => getItem(ctx, { itemId })));
    const unknown = warnings.map(({ text: written, reason, candidates }) =>
      reason === "ambiguous-name"
        ? `"${written}" may be any of: ${candidates.map(({ id, name }) => `${name} (item ${id})`).join(", ")}`
        : `"${written}" mentions ${reason === "archived-item" ? "an archived item" : "no item of this project"}.`,
    );
    const acronyms = [...new Set(text.match(/\b[A-Z][A-Z0-9]{1,7}\b/g))].slice(0, mostAcronyms);
    const places =
      acronyms.length === 0
        ? []
        : await db.tx((tx) => selectAcronymPlaces(tx, { projectId, acronyms }), { single: true });
    const meanings = acronyms.flatMap((acronym) => {
      const own = places.filter((one) => one.acronym === acronym);
      const long = own.map(({ place }) => longForm(acronym, place)).find((form) => form !== null);
      return long ? [`${acronym} means ${long}.`] : [];
    });
    return [...items.map(describeItem), ...meanings, ...unknown];
  },
});

/**
 * The words next to an acronym if their initials form the acronym: "Heating, Ventilation and Air Conditioning (HVAC)".
 */
export function longForm(acronym: string, place: string): string | null {
  const letters = acronym.replace(/\d/g, "").toLowerCase();
  const before = place.split(`(${acronym})`)[0] ?? "";
  const after = /^\s*\(([^()\n]{3,100})\)/.exec(place.split(acronym).slice(1).join(acronym))?.[1] ?? "";
  const candidates = place.includes(`(${acronym})`)
    ? before
        .trim()
        .split(/[.;:\n]/)
        .at(-1)
    : after;
  const words = (candidates ?? "").match(/[\p{L}\p{N}][\p{L}\p{N}'-]*/gu) ?? [];
  const initials = (from: readonly string[]) => from.map((word) => word[0]?.toLowerCase() ?? "").join("");
  for (let count = letters.length; count <= words.length && count <= letters.length + 3; count += 1) {
    const last = words.slice(-count);
    const big = last.filter((word) => !/^(?:and|of|the|for|in|to|a)$/i.test(word));
    if (initials(last) === letters || initials(big) === letters) return last.join(" ");
  }
  return null;
}
