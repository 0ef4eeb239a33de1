/** Paths of the rows in an export, and of texts that are not in its tree. */
export const rowsPath = (table: string): string => `rows/${table}.jsonl`;
export const textPath = (hash: string): string => `rows/texts/${hash}.txt`;
export const processesPath = "rows/processes.jsonl";
export const domainsPath = "rows/domains.jsonl";
