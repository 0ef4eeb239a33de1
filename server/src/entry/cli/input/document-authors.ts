import type { Client, DocumentId } from "@dialectic/contract";
import type { Authors } from "../output/describe-receipt.ts";
import { allDocuments } from "../output/list-pages.ts";

/**
 * The authors of the documents that a document was written from. Empty while its stage is running: prompts hide the
 * authors, and a person who gives feedback in between should judge blindly, too.
 */
export async function documentAuthors(client: Client, documentId: DocumentId): Promise<Authors> {
  const { sessionId, stage, iteration } = await client.getDocument({ params: { documentId } });
  const { stages } = await client.getSession({ params: { sessionId } });
  const run = stages.find((one) => one.stage === stage);
  if (!run || (run.iteration === iteration && run.status !== "completed")) return new Map();
  const documents = await allDocuments(client, sessionId);
  return new Map(documents.map(({ id, title, model }) => [id, { title, model }]));
}
