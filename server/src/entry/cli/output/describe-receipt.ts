import type { DocumentReceipt, FittedPrompt } from "@dialectic/contract";
import { table } from "./table.ts";

type Receipt = NonNullable<FittedPrompt["receipt"]>;
type Part = Receipt["parts"][number] & Partial<Pick<DocumentReceipt["parts"][number], "documentId">>;

/** Of the documents that stood in prompts: what they are called and who wrote them. */
export type Authors = ReadonlyMap<string, { title: string; model: string }>;

const nobody: Authors = new Map();

/** What a prompt lost, for people; with `authors`, who stood behind the labels. */
export function describeReceipt(receipt: Omit<Receipt, "parts"> & { parts: Part[] }, authors = nobody): string {
  const { model, tokensBefore, tokensAfter, inputLimit, contextWindow, parts } = receipt;
  const rows = parts.map(({ label, from, to, leftOut, reused, documentId }) => [
    label,
    String(from),
    String(to),
    String(leftOut.reduce((sum, { text }) => sum + text.length, 0)),
    reused ? "made before" : "made now",
    ...(authors.size > 0 ? [authorText(authors.get(documentId ?? ""))] : []),
  ]);
  const headings = ["part", "tokens before", "tokens sent", "characters left out", "shortened text"];
  return [
    `${model}: ${tokensBefore} tokens shortened to ${tokensAfter}; ${inputLimit} of its window of ${contextWindow} were free.`,
    table(authors.size > 0 ? [...headings, "which document"] : headings, rows),
  ].join("\n");
}

/** The same for all turns of a document; with what was left out, each piece by itself. */
export function describeReceipts(
  receipts: readonly DocumentReceipt[],
  { leftOut, authors = nobody }: { leftOut: boolean; authors?: Authors | undefined },
): string {
  if (receipts.length === 0) return "Nothing was left out: every prompt of this document fitted.";
  const missing = (receipt: DocumentReceipt): string[] =>
    receipt.parts.map(
      ({ label, leftOut: pieces }) =>
        `===== left out of ${label} =====\n${pieces.map(({ text }) => text.trim()).join("\n[…]\n")}`,
    );
  const told = receipts.flatMap((one) => [describeReceipt(one, authors), ...(leftOut ? missing(one) : [])]);
  return [...told, ...(leftOut ? [] : ["Add --left-out to read what was left out."])].join("\n\n");
}

const authorText = (author: { title: string; model: string } | undefined): string =>
  author ? `${author.title}, by ${author.model}` : "";
