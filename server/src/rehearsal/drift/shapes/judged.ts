import { changeTable, type Register, table, unescaped } from "./rows.ts";

export const title = "Resolved positions";

/**
 * A row of the table of verdicts: `id` is a reference such as `[C4]`, and `claim` is the claim's text, which may be empty.
 */
export type Judged = { id: string; claim: string; verdict: string; because: string; answers: string };

/** Replaces the table of verdicts if every row names its claim by id. */
export const changeVerdicts = (answer: string, change: (judged: Judged[], register: Register) => string[]): string =>
  changeTable(answer, title, (register) => {
    const judged = register.rows.flatMap(([cell = "", verdict = "", because = "", answers = ""]) => {
      const [whole, id = "", claim = ""] = /^(\[C\d+\]) ?(.*)$/.exec(cell) ?? [];
      return whole === undefined ? [] : [{ id, claim, verdict, because, answers }];
    });
    const isWhole = judged.length === register.rows.length;
    return isWhole ? change(judged, register) : table(register.head, register.rows);
  });

export const eachVerdict = (change: (judged: Judged, number: number) => string) => (answer: string) =>
  changeVerdicts(answer, (all) => all.map((one, index) => change(one, index + 1)));

export const plain = (id: string): string => id.slice(1, -1);
export const joined = (parts: readonly string[], by: string): string => parts.filter((part) => part !== "").join(by);
export const named = ({ id, claim }: Judged): string => joined([id, unescaped(claim)], " ");
export const quoted = ({ claim }: Judged): string => (claim === "" ? "" : `“${unescaped(claim)}”`);
export const reasoned = ({ because, answers }: Judged): string =>
  unescaped(answers === "none" ? because : `${because} (${answers})`);

/** The rows grouped by verdict. */
export const grouped = (all: readonly Judged[]): [string, Judged[]][] => [
  ...Map.groupBy(all, ({ verdict }) => verdict),
];
