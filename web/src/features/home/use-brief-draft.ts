import { useState } from "react";
import { drafts } from "../../parts/drafts/drafts.ts";
import { useDraft } from "../../parts/drafts/use-draft.ts";
import { readTextFile } from "./read-text-file.ts";

const subject = { kind: "brief" } as const;

/** The brief, typed or read from files. It remains a draft until the project is started. */
export function useBriefDraft() {
  const field = useDraft(subject, { text: "" });
  const [fileProblem, setFileProblem] = useState<string | null>(null);
  const write = (text: string, fileName: string | undefined) =>
    text === "" ? drafts.remove(subject) : drafts.write({ subject, text, ...(fileName && { fileName }) });
  const addFile = async (chosen: File | undefined) => {
    if (!chosen) return;
    const outcome = await readTextFile(chosen);
    setFileProblem(outcome.ok ? null : outcome.why);
    if (!outcome.ok) return;
    // If the box is empty, an added file becomes the whole brief, and the brief gets the file's name. If text was typed, the
    // file's text is appended, and the brief has no file name.
    const typed = drafts.read(subject)?.text ?? "";
    if (typed.trim() === "") write(outcome.text, chosen.name);
    else write(`${typed.trimEnd()}\n\n${outcome.text}`, undefined);
  };
  return {
    field,
    brief: field.text,
    briefName: field.draft?.fileName,
    /** Changes whenever the text does; null if there is no text. */
    briefId: field.draft?.id ?? null,
    fileProblem,
    setBrief: (text: string) => write(text, field.draft?.fileName),
    addFile,
  };
}
