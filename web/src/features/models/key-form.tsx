import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../api/client.ts";
import { ErrorLine } from "../../api/error-message.tsx";
import { keys } from "../../api/queries.ts";
import { Button } from "../../ui/button.tsx";
import { Reason } from "../../ui/reason.tsx";

const control = "h-(--control-height) rounded-2 border border-control bg-panel px-2.5 text-sm";

/** Stores a key. After that, the field is cleared, and the server never returns the key. */
export function KeyForm({ providers }: { providers: string[] }) {
  const [provider, setProvider] = useState(providers[0] ?? "");
  const [key, setKey] = useState("");
  const queryClient = useQueryClient();
  const store = useMutation({
    mutationFn: () => client.setProviderKey({ body: { provider, key: key.trim() } }),
    onSuccess: () => {
      setKey("");
      return Promise.all(
        [keys.providerKeys, keys.models].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      );
    },
    // Keeps the key out of the mutation cache.
    gcTime: 0,
  });
  const empty = key.trim() === "";
  return (
    <form
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (!empty && !store.isPending) store.mutate();
      }}
    >
      <label className="text-xs font-semi text-ink-2">
        Provider
        <select
          value={provider}
          onChange={(event) => setProvider(event.target.value)}
          className={`${control} mt-1 block font-normal`}
        >
          {providers.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <label className="min-w-0 flex-[0_1_320px] text-xs font-semi text-ink-2">
        Key
        <input
          type="password"
          autoComplete="off"
          spellCheck={false}
          value={key}
          onChange={(event) => setKey(event.target.value)}
          className={`${control} mt-1 block w-full font-mono font-normal`}
        />
      </label>
      <Button
        type="submit"
        off={empty}
        aria-describedby={empty ? "key-why" : undefined}
        busy={store.isPending ? "Storing…" : undefined}
      >
        Store
      </Button>
      <div className="w-full">
        {empty && !store.isSuccess && (
          <Reason id="key-why" icon="lock">
            Paste a key to store it. It is stored encrypted and never shown again. It takes precedence over a key in the
            server's environment.
          </Reason>
        )}
        <p role="status" className="text-sm text-ink-2 empty:hidden">
          {store.isSuccess && empty && "Stored. Test a model to check that the provider accepts the key."}
        </p>
        <ErrorLine error={store.error} />
      </div>
    </form>
  );
}
