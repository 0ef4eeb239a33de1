import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { client } from "../../api/client.ts";
import { Refused } from "../../api/explained.tsx";
import { keys } from "../../api/queries.ts";
import { Button } from "../../ui/button.tsx";
import { WhyNot } from "../../ui/why-not.tsx";

const control = "h-(--control-height) rounded-2 border border-control bg-panel px-2.5 text-sm";

/** Stores a key. It leaves the field as soon as it is stored, and no answer brings it back. */
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
    // What was sent would otherwise be kept with the outcome.
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
          <WhyNot id="key-why" icon="lock">
            Paste a key to store it. It is kept encrypted and never shown again; your calls use it before one of the
            server's environment.
          </WhyNot>
        )}
        <p role="status" className="text-sm text-ink-2 empty:hidden">
          {store.isSuccess && empty && "Stored. Its models are ready if the provider accepts it: test one."}
        </p>
        <Refused error={store.error} />
      </div>
    </form>
  );
}
