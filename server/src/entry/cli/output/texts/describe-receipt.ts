import type { DocumentReceipt, FittedPrompt } from "@dialectic/contract";
import { table } from "../table.ts";

type Receipt = NonNullable<FittedPrompt["receipt"]>;
type Part = Receipt["parts"][number] & Partial<Pick<DocumentReceipt["parts"][number], "documentId">>;

/** Titles and authors of the documents that prompts contained. */
export type Authors = ReadonlyMap<string, { title: string; model: string }>;

const noAuthors: Authors = new Map();

/**
 * Describes what was left out of a prompt. With `authors`, shows the titles and authors of documents instead of their
 * labels.
 */
export function describeReceipt(receipt: Omit<Receipt, "parts"> & { parts: Part[] }, authors = noAuthors): string {
  const { model, tokensBefore, tokensAfter, inputLimit, contextWindow, parts } = receipt;
  const rows = parts.map(({ label, from, to, leftOut, reused, documentId }) => [
    label,
    String(from),
    String(to),
    String(leftOut.reduce((sum, { text }) => sum + text.length, 0)),
    reused ? "reused" : "new",
    ...(authors.size > 0 ? [authorText(authors.get(documentId ?? ""))] : []),
  ]);
  const headings = ["part", "tokens before", "tokens sent", "characters left out", "shortened text"];
  return [
    `${model}: shortened from ${tokensBefore} to ${tokensAfter} tokens; ${inputLimit} of its ${contextWindow}-token window were available.`,
    table(authors.size > 0 ? [...headings, "document"] : headings, rows),
  ].join("\n");
}

/** The receipts of all requests of a document; with `leftOut`, the texts that were left out. */
export function describeReceipts(
  receipts: readonly DocumentReceipt[],
  { leftOut, authors = noAuthors }: { leftOut: boolean; authors?: Authors | undefined },
): string {
  if (receipts.length === 0) return "Nothing was left out: every prompt of this document fit the model's window.";
  const missing = (receipt: DocumentReceipt): string[] =>
    receipt.parts.map(
      ({ label, leftOut: pieces }) =>
        `===== left out of ${label} =====\n${pieces.map(({ text }) => text.trim()).join("\n[…]\n")}`,
    );
  const described = receipts.flatMap((one) => [describeReceipt(one, authors), ...(leftOut ? missing(one) : [])]);
  return [...described, ...(leftOut ? [] : ["Add --left-out to read what was left out."])].join("\n\n");
}

const authorText = (author: { title: string; model: string } | undefined): string =>
  author ? `${author.title}, by ${author.model}` : "";
