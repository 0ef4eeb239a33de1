import type { Client, DocumentId } from "@dialectic/contract";
import type { Authors } from "./describe-receipt.ts";

/**
 * Who wrote what a document was made from. While its stage is being written nobody is named: prompts hide the authors,
 * and a person who answers in between should judge as blindly.
 */
export async function knownAuthors(client: Client, documentId: DocumentId): Promise<Authors> {
  const { sessionId, stage, iteration } = await client.getDocument({ params: { documentId } });
  const { stages } = await client.getSession({ params: { sessionId } });
  const run = stages.find((one) => one.stage === stage);
  if (!run || (run.iteration === iteration && run.status !== "completed")) return new Map();
  const { items } = await client.listDocuments({ params: { sessionId }, query: {} });
  return new Map(items.map(({ id, title, model }) => [id, { title, model }]));
}
