import { AppError } from "#platform";

/** The models of a session and its lead model, which by default is the first one. */
export function chooseModels(input: { models: readonly string[]; leadModel?: string | undefined }): {
  models: string[];
  leadModel: string;
} {
  const [first] = input.models;
  if (first === undefined) throw new AppError("invalid_input", "No model is chosen. Choose at least one.");
  const twice = input.models.find((model, index) => input.models.indexOf(model) !== index);
  if (twice)
    throw new AppError(
      "invalid_input",
      `The model ${twice} is listed twice. List it once, and ask for several proposals instead.`,
    );
  const leadModel = input.leadModel ?? first;
  if (!input.models.includes(leadModel)) {
    throw new AppError(
      "invalid_input",
      `The lead model ${leadModel} is not among the session's models: ${input.models.join(", ")}.`,
    );
  }
  return { models: [...input.models], leadModel };
}
