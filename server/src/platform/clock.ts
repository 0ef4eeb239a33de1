/** The source of time; tests replace it. Times that processes must agree on come from the database's clock. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
