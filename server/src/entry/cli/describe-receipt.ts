import type { FittedPrompt } from "@dialectic/contract";
import { shortDollars } from "./short-dollars.ts";
import { table } from "./table.ts";

type Receipt = NonNullable<FittedPrompt["receipt"]>;

/** What a prompt lost, for people. */
export function describeReceipt({
  model,
  tokensBefore,
  tokensAfter,
  inputLimit,
  contextWindow,
  cost,
  parts,
}: Receipt): string {
  const rows = parts.map(({ label, from, to, leftOut, reused }) => [
    label,
    String(from),
    String(to),
    String(leftOut.reduce((sum, { text }) => sum + text.length, 0)),
    reused ? "reused" : "made",
  ]);
  return [
    `${model}: ${tokensBefore} tokens shortened to ${tokensAfter}; ${inputLimit} of its window of ${contextWindow} were free. Cost: ${shortDollars(cost)}`,
    table(["part", "from", "to", "characters left out", ""], rows),
  ].join("\n");
}

/** The same for all turns of a document; with what was left out, each piece by itself. */
export function describeReceipts(receipts: readonly Receipt[], { leftOut }: { leftOut: boolean }): string {
  if (receipts.length === 0) return "Nothing was left out: every prompt of this document fitted.";
  const missing = (receipt: Receipt): string[] =>
    receipt.parts.map(
      ({ label, leftOut: pieces }) =>
        `===== left out of ${label} =====\n${pieces.map(({ text }) => text.trim()).join("\n[…]\n")}`,
    );
  return receipts.flatMap((receipt) => [describeReceipt(receipt), ...(leftOut ? missing(receipt) : [])]).join("\n\n");
}
