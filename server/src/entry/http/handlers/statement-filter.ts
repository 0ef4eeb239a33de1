import type { StatementQuery } from "@dialectic/contract";
import type { StatementFilter } from "#wallet";

/** `none` in a query string selects entries without a value, because a query string cannot contain null. */
const orNull = <Id extends string>(value: Id | "none" | undefined): Id | null | undefined =>
  value === "none" ? null : value;

const moment = (text: string | undefined): Date | undefined => (text === undefined ? undefined : new Date(text));

export const toFilter = (query: StatementQuery): StatementFilter => ({
  project: orNull(query.project),
  session: orNull(query.session),
  stage: orNull(query.stage),
  document: orNull(query.document),
  exchange: orNull(query.exchange),
  model: orNull(query.model),
  from: moment(query.from),
  until: moment(query.until),
});
