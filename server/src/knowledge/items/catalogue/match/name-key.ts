/** Equal for names that differ in case, in white space or in the form of their characters only. */
export const nameKey = (name: string): string => name.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
