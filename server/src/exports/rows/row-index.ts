/** For each row, its session and the end of its id, collected before any row is inserted. */
export type RowIndex = {
  add(table: string, row: { end: string; session: number | null }): void;
  /** Returns null if there is no such row. */
  find(ref: Ref): { session: number | null } | null;
};

export type Ref = { table: string; n: number; end: string };

const pattern = /^\{\{([a-z_]+)\/(\d{1,7})\/([0-9a-f]{8})\}\}$/;

/** Parses a value that consists of one reference. */
export function readRef(value: unknown): Ref | null {
  const [, table, n, end] = (typeof value === "string" && pattern.exec(value)) || [];
  return table !== undefined && n !== undefined && end !== undefined ? { table, n: Number(n), end } : null;
}

/** Uses only eight bytes per row, because an export may have millions of rows. */
export function createRowIndex(): RowIndex {
  const tables = new Map<string, { ends: GrowingArray; sessions: GrowingArray }>();
  return {
    add(table, { end, session }) {
      const own = tables.get(table) ?? { ends: new GrowingArray(), sessions: new GrowingArray() };
      tables.set(table, own);
      own.ends.push(Number.parseInt(end, 16));
      own.sessions.push(session === null ? 0 : session + 1);
    },
    find({ table, n, end }) {
      const own = tables.get(table);
      if (own?.ends.at(n) !== Number.parseInt(end, 16)) return null;
      const session = own.sessions.at(n) ?? 0;
      return { session: session === 0 ? null : session - 1 };
    },
  };
}

/** A growing array of unsigned 32-bit integers. */
export class GrowingArray {
  #values = new Uint32Array(64);
  #length = 0;

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const larger = new Uint32Array(this.#length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.#length++] = value;
  }

  at(index: number): number | undefined {
    return index < this.#length ? this.#values[index] : undefined;
  }

  get length(): number {
    return this.#length;
  }
}
