/** Time comes from here, so that tests can own it. What must agree between processes uses the database's clock. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
