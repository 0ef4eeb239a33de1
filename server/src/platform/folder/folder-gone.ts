import { AppError } from "../errors.ts";

export const folderGone = (dataDir: string, cause?: unknown): AppError =>
  new AppError(
    "data_folder_gone",
    `The data folder ${dataDir} was deleted, moved or taken over while it was in use. Restore it, or start again to create a new one.`,
    { cause },
  );
