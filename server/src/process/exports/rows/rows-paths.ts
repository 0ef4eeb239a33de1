/** Where an export has its rows, and the texts that none of its other files has. */
export const rowsPath = (table: string): string => `rows/${table}.jsonl`;
export const textPath = (hash: string): string => `rows/texts/${hash}.txt`;
export const processesPath = "rows/processes.jsonl";
export const domainsPath = "rows/domains.jsonl";
