/** A key that is equal for names that differ only in case, white space or Unicode form. */
export const nameKey = (name: string): string => name.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
