import { Overlay } from "@dialectic/contract";
import { type NamedText, readFileAs } from "./files/file-error.ts";

/** Merges overlays section by section: a section comes as a whole from the last overlay that has it. */
export const mergeOverlays = (...overlays: readonly Overlay[]): Overlay => Object.assign({}, ...overlays);

/** Parses an overlay file. */
export const parseOverlay = (file: NamedText): Overlay => readFileAs(Overlay, file);
