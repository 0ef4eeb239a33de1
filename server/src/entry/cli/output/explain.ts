import { ApiError, type ErrorCode, errorTable, type Remedy } from "@dialectic/contract";
import { CommanderError } from "commander";
import { AppError } from "#platform";
import { asTyped } from "../input/program-name.ts";
import { isNoun, listCommands } from "../input/ref-help.ts";
import { withRemedies } from "./texts/describe-remedy.ts";

export type Explanation = {
  code: ErrorCode;
  sentence: string;
  exit: number;
  /** The result of a command that failed, such as the summary of a run. */
  result?: unknown;
};

/** Ends a command with an error that also has a result, such as the summary of a failed run. */
export class FailedWithResult extends Error {
  override name = "FailedWithResult";
  readonly error: AppError;
  readonly result: unknown;
  constructor(error: AppError, result: unknown) {
    super(error.message, { cause: error });
    this.error = error;
    this.result = result;
  }
}

/** The user stopped the command; this is not an error. */
export class Interrupted extends Error {
  override name = "Interrupted";
}

/** Turns anything thrown into a message for people and an exit code for programs. */
export function explain(thrown: unknown): Explanation {
  const explanation = explainPlainly(thrown);
  return { ...explanation, sentence: asTyped(explanation.sentence) };
}

function explainPlainly(thrown: unknown): Explanation {
  if (thrown instanceof FailedWithResult) return { ...explainPlainly(thrown.error), result: thrown.result };
  if (thrown instanceof Interrupted) return { code: "run_paused", sentence: thrown.message, exit: 130 };
  if (thrown instanceof CommanderError) return explainUsage(thrown);
  const { code, message: what, remedies } = codeAndMessage(thrown);
  const message = withRemedies(what, remedies);
  const isUnexpected = code === "internal";
  const sentence = isUnexpected ? `${message} Run the command again with DIALECTIC_LOG=debug for details.` : message;
  if (isUnexpected && process.env.DIALECTIC_LOG === "debug" && thrown instanceof Error) {
    return { code, exit: errorTable[code].exit, sentence: `${message}\n${thrown.stack}` };
  }
  return { code, sentence, exit: errorTable[code].exit };
}

type CodeAndMessage = { code: ErrorCode; message: string; remedies?: readonly Remedy[] | undefined };

function codeAndMessage(thrown: unknown): CodeAndMessage {
  if (thrown instanceof ApiError) return { ...thrown.problem, message: thrown.problem.detail };
  if (thrown instanceof AppError && thrown.code !== "internal") return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const firstLine = (message.split("\n")[0] ?? "").slice(0, 300).replace(/[.\s]+$/, "");
  const remedies = thrown instanceof AppError ? thrown.remedies : [];
  return { code: "internal", message: `Unexpected error: ${firstLine}.`, remedies };
}

/** Rewrites commander's message in the style of our messages: double quotes, a capital, a full stop and a pointer to the help. */
function explainUsage(error: CommanderError): Explanation {
  const code = "invalid_input";
  const [text = "", hint = ""] = error.message
    .replace(/^error: /, "")
    .replace(/'([^']*)'/g, '"$1"')
    .split("\n");
  const what = (text.charAt(0).toUpperCase() + text.slice(1)).replace(/\.$/, "");
  const meant = hint.match(/^\(Did you mean (.+)\?\)$/)?.[1];
  const noun = error.code === "commander.missingArgument" ? text.match(/"(.+)"/)?.[1] : undefined;
  const where = noun && isNoun(noun) ? `. Run "dialectic ${listCommands[noun]}" to list them.` : ".";
  const sentence = `${what}${meant ? `: did you mean ${meant}?` : where} Add --help for usage.`;
  return { code, exit: errorTable[code].exit, sentence };
}
