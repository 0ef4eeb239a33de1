import type { PriceImport, PriceRowError } from "@dialectic/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { catalogueKey } from "../../api/catalogue-queries.ts";
import { client } from "../../api/client.ts";
import { ErrorLine } from "../../api/error-message.tsx";
import { Button } from "../../ui/button.tsx";
import { formatNumber } from "../../ui/format.ts";
import { describeRowError } from "./describe-row-error.ts";

/**
 * Records the prices in a CSV file, and names each row that was refused. The file stays selected, so that it can be sent
 * again.
 */
export function ImportPrices() {
  const id = useId();
  const queryClient = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [create, setCreate] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const [result, setResult] = useState<PriceImport | null>(null);
  const [refusal, setRefusal] = useState<unknown>(null);
  const send = async () => {
    if (!file || isSending) return;
    setIsSending(true);
    setRefusal(null);
    setResult(null);
    try {
      setResult(await client.importPrices({ body: { csv: await file.text(), create } }));
    } catch (error) {
      setRefusal(error);
    }
    setIsSending(false);
    void queryClient.invalidateQueries({ queryKey: catalogueKey });
  };
  return (
    <section aria-labelledby={`${id}-title`} className="max-w-[760px] px-6 py-5 max-mid:px-4">
      <h2 id={`${id}-title`} className="mb-1 text-lg font-title">
        Import prices
      </h2>
      <p id={`${id}-hint`} className="mb-2 text-xs text-ink-3">
        Choose a CSV file with the columns item, vendor, price, currency and date. The columns unit, quantity, source
        and reference are optional. Rows that were already recorded are skipped.
      </p>
      <form
        className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <input
          type="file"
          aria-label="CSV file"
          aria-describedby={`${id}-hint`}
          accept=".csv,text/csv,text/plain"
          className="max-w-full min-w-0 text-sm file:me-2.5 file:h-(--control-height) file:rounded-2 file:border file:border-line-2 file:bg-panel file:px-2.5 file:font-medium file:text-ink"
          onChange={({ target }) => {
            setFile(target.files?.[0] ?? null);
            setResult(null);
          }}
        />
        <label className="inline-flex items-center gap-1.5">
          <input type="checkbox" checked={create} onChange={({ target }) => setCreate(target.checked)} />
          Add unknown names to the catalogue
        </label>
        <Button type="submit" off={!file} busy={isSending ? "Importing…" : undefined}>
          Import
        </Button>
      </form>
      <ErrorLine error={refusal} className="mt-2 text-sm" />
      <div role="status">{result && <Outcome result={result} />}</div>
      {result && result.errors.length > 0 && <RefusedRows errors={result.errors} />}
    </section>
  );
}

function Outcome({ result: { rows, recorded, known, created, errors } }: { result: PriceImport }) {
  const parts = [
    `${recorded} recorded`,
    ...(known > 0 ? [`${known} known before`] : []),
    ...(errors.length > 0 ? [`${errors.length} refused`] : []),
  ];
  return (
    <p className="mt-3 text-sm">
      <b className="font-strong">{formatNumber(rows, "row")}:</b> {parts.join(", ")}.
      {created.length > 0 && ` Added to the catalogue: ${created.map(({ name }) => name).join(", ")}.`}
    </p>
  );
}

function RefusedRows({ errors }: { errors: readonly PriceRowError[] }) {
  return (
    <table className="mt-2 w-full border-collapse text-sm">
      <caption className="mb-1 text-start text-xs font-semi text-ink-2">Refused rows</caption>
      <thead>
        <tr className="border-b border-line-2 text-xs text-ink-2">
          <th className="py-1 pe-3 text-end font-semi">Line</th>
          <th className="py-1 text-start font-semi">Why</th>
        </tr>
      </thead>
      <tbody>
        {errors.map((error) => (
          <tr key={`${error.line} ${error.reason}`} className="border-b border-line align-top">
            <td className="py-1 pe-3 text-end tabular-nums">{error.line}</td>
            <td className="py-1 wrap-anywhere">
              <bdi>{describeRowError(error)}</bdi>
              {error.candidates.length > 0 && (
                <span className="text-ink-3">
                  {" "}
                  It may mean {error.candidates.map(({ name }) => name).join(", or ")}.
                </span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
