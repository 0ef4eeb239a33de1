/** True if only rehearsal models wrote it and no language model: readers must be told. */
export const isRehearsal = (models: readonly string[]): boolean =>
  models.length > 0 && models.every((model) => model.startsWith("rehearsal/"));
