import { AppError } from "#platform";

/** Throws if a brief is empty or is not text. */
export function assertBrief(brief: string): void {
  if (brief.trim() === "") {
    throw new AppError("empty_brief", "The brief is empty. Write what should be planned, in your own words.");
  }
  if (brief.includes("\0")) {
    throw new AppError(
      "unreadable_file",
      "The brief is not text (it contains a NUL character). Give a plain text or Markdown file.",
    );
  }
}
