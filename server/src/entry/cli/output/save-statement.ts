import { resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import type { StatementQuery } from "@dialectic/contract";
import type { z } from "zod";
import type { Cli } from "../cli.ts";
import type { Link } from "../connect/connect.ts";
import { readBody } from "../input/read-body.ts";
import { writeWhole } from "./write-whole.ts";

/** Streams the statement as CSV into a file or to stdout. */
export async function saveStatement(
  cli: Cli,
  link: Link,
  { query, file }: { query: z.input<typeof StatementQuery>; file: string },
): Promise<void> {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const response = await link.send(`/api/wallet/statement.csv?${new URLSearchParams(given)}`, {});
  const body = await readBody(response);
  if (file === "-") return pipeline(body, process.stdout, { end: false });
  const path = resolve(file);
  const bytes = await writeWhole(path, body, { what: "The statement", option: "--csv" });
  cli.print({ file: path, bytes }, () => path);
}
