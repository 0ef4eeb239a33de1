import { useState } from "react";
import { useStored } from "../../ui/use-stored.ts";
import { readTextFile } from "./read-text-file.ts";

/** What is typed or read from files until it is started, kept in this browser. */
export function useBriefDraft() {
  const [brief, setBrief] = useStored("draft.brief");
  const [briefName, setBriefName] = useStored("draft.brief-name");
  const [fileProblem, setFileProblem] = useState<string | null>(null);
  const addFile = async (chosen: File | undefined) => {
    if (!chosen) return;
    const outcome = await readTextFile(chosen);
    setFileProblem(outcome.ok ? null : outcome.why);
    if (!outcome.ok) return;
    // A file read into an empty box is the brief; one added to typed words is not the whole of it.
    setBriefName(brief.trim() === "" ? chosen.name : "");
    setBrief(brief.trim() === "" ? outcome.text : `${brief.trimEnd()}\n\n${outcome.text}`);
  };
  const clear = () => {
    setBrief("");
    setBriefName("");
  };
  return { brief, briefName, fileProblem, setBrief, addFile, clear };
}
