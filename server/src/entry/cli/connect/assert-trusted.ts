import { AppError, type Config, folderTrust } from "#platform";

/**
 * Throws if the data folder was found in the current folder and this installation did not create it: it may have come with
 * a repository or an archive, and its content decides where keys, prompts and commands are sent.
 */
export function assertTrusted({ dataDir, isFolderNamed }: Config): void {
  if (isFolderNamed) return;
  const trust = folderTrust(dataDir);
  if (trust.ok) return;
  const remedy = `If it is yours, run "dialectic folder trust", or pass --data ${dataDir}.`;
  if (trust.why === "link") {
    throw refused(`${dataDir} is a symbolic link. Pass its target folder with --data, or remove the link.`);
  }
  const what =
    trust.why === "copy"
      ? `is a copy of ${trust.of}, and a copy is not used until you trust it`
      : "was not created by this installation; it may have come with the files around it";
  throw refused(`The data folder ${dataDir} ${what}. Nothing in it was read. ${remedy}`);
}

const refused = (message: string): AppError => new AppError("data_folder_refused", message);
