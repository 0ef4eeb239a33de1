import {
  InvalidArgumentError,
  InvalidPromptError,
  MessageConversionError,
  MissingToolResultsError,
  UnsupportedFunctionalityError,
} from "ai";

/** A request that cannot be put to this provider at all (a tool call left without its result): it was never sent. */
export const isRequestError = (thrown: unknown): thrown is Error =>
  [
    InvalidArgumentError,
    InvalidPromptError,
    MessageConversionError,
    MissingToolResultsError,
    UnsupportedFunctionalityError,
  ].some((kind) => kind.isInstance(thrown));
