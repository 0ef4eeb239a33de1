import { Overlay } from "@dialectic/contract";
import { type NamedText, readFileAs } from "./files/file-error.ts";

/** Merges overlays: of each section, the last overlay that has it is used as a whole. */
export const mergeOverlays = (...overlays: readonly Overlay[]): Overlay => Object.assign({}, ...overlays);

/** Parses an overlay file. */
export const parseOverlay = (file: NamedText): Overlay => readFileAs(Overlay, file);
