/**
 * Both engines return PostgreSQL's text format; these parsers produce the same values on both. Without them a bigint would be a
 * string from one engine and, below 2^53, a number from the other.
 */
const oid = {
  bool: 16,
  int8: 20,
  int2: 21,
  int4: 23,
  json: 114,
  float4: 700,
  float8: 701,
  date: 1082,
  timestamp: 1114,
  timestamptz: 1184,
  numeric: 1700,
  jsonb: 3802,
};

export const parsers: Record<number, (text: string) => unknown> = {
  [oid.int8]: (text) => BigInt(text),
  [oid.numeric]: (text) => text,
  [oid.date]: (text) => text,
  [oid.timestamp]: (text) => new Date(`${text.replace(" ", "T")}Z`),
  [oid.timestamptz]: (text) => new Date(text.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00")),
  [oid.json]: (text) => JSON.parse(text),
  [oid.jsonb]: (text) => JSON.parse(text),
};
