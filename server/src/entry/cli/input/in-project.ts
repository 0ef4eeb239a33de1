import { type Client, FactValue, type ProjectId } from "@dialectic/contract";
import type { z } from "zod";
import type { Cli } from "../cli.ts";
import { connect, type Link } from "../connect/connect.ts";
import { readRef } from "./read-ref.ts";

/**
 * Parses the value if it is JSON. Otherwise returns the typed text, which is parsed later according to the type of the key.
 */
export function readValue(typed: string): z.infer<typeof FactValue> {
  try {
    return FactValue.parse(JSON.parse(typed));
  } catch {
    return typed; // such as 6 m
  }
}

export async function inProject(
  cli: Cli,
  typed: string | undefined,
  act: (client: Client, projectId: ProjectId, link: Link) => Promise<void>,
): Promise<void> {
  const ref = readRef("project", typed);
  await using link = await connect(cli);
  await act(link.client, await ref(link.client), link);
}
