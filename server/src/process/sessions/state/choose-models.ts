import { AppError } from "#platform";

/** The models of a session and the one that leads: the first, where nobody is named. */
export function chooseModels(input: { models: readonly string[]; leadModel?: string | undefined }): {
  models: string[];
  leadModel: string;
} {
  const [first] = input.models;
  if (first === undefined) throw new AppError("invalid_input", "No model is chosen. Name at least one.");
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
