import { AppError, type Config, folderHolder, type Holder } from "#platform";

/** Who holds the embedded data; null when nobody does or a database server has it, which anybody may use. */
export const holderOf = (config: Config): Holder | null => (config.databaseUrl ? null : folderHolder(config.dataDir));

export function heldError(config: Config, holder: Holder): AppError {
  const who = holder.address
    ? `the server at ${holder.address} (process ${holder.pid}). Use that one, or stop it first`
    : `process ${holder.pid}. Wait until it is done, stop it, or choose another folder with --data`;
  return new AppError("data_folder_locked", `The data folder ${config.dataDir} is in use by ${who}.`);
}
