import type { InProcessProvider } from "../providers/in-process.ts";
import type { Provider } from "../providers/providers.ts";
import type { ListedEntry } from "./catalogue-entry.ts";

/** An entry of the catalogue with whoever is asked for it. */
export type KnownModel = ListedEntry & {
  provider: Provider | undefined;
  /** Who runs it, where that is this process. */
  inProcess: InProcessProvider | undefined;
  free: boolean;
  /** On a database that users share. */
  isShared: boolean;
};
