import type { ProviderKey } from "@dialectic/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { client } from "../../api/client.ts";
import { ErrorMessage } from "../../api/error-message.tsx";
import { keys, providerKeysQuery } from "../../api/queries.ts";
import { Button } from "../../ui/button.tsx";
import { KeyForm } from "./key-form.tsx";

/** The stored keys, by provider. Only the last characters of each key are shown. */
export function ProviderKeys({ providers }: { providers: string[] }) {
  const { data: stored = [] } = useQuery(providerKeysQuery);
  if (providers.length === 0) return null;
  return (
    <section aria-labelledby="keys">
      <h2 id="keys" className="mb-2 text-xl font-title tracking-[-.012em]">
        Provider keys
      </h2>
      {stored.length > 0 && (
        <ul className="mb-4 border-t border-line-2">
          {stored.map((key) => (
            <Key key={`${key.provider} ${key.source}`} provided={key} />
          ))}
        </ul>
      )}
      <KeyForm providers={providers} />
    </section>
  );
}

function Key({ provided }: { provided: ProviderKey }) {
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => client.removeProviderKey({ body: { provider: provided.provider } }),
    onSuccess: () =>
      Promise.all([keys.providerKeys, keys.models].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2 text-sm">
      <span className="font-strong">{provided.provider}</span>
      <span className="font-mono text-xs text-ink-2">{provided.hint === null ? "a key" : `…${provided.hint}`}</span>
      <span className="text-xs text-ink-3">
        {provided.source === "stored" ? "stored here, encrypted" : "from the server's environment"}
      </span>
      {provided.source === "stored" && (
        <Button
          small
          variant="quiet"
          className="ms-auto"
          busy={remove.isPending ? "Removing…" : undefined}
          aria-label={`Remove the key for ${provided.provider}`}
          onClick={() => remove.mutate()}
        >
          Remove
        </Button>
      )}
      {provided.problem && <p className="w-full text-xs text-bad">{provided.problem}</p>}
      {remove.isError && (
        <p className="w-full text-xs text-bad">
          <ErrorMessage error={remove.error} />
        </p>
      )}
    </li>
  );
}
