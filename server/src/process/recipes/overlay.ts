import { Overlay } from "@dialectic/contract";
import { type NamedText, readFileAs } from "./files/file-error.ts";

/** Merges overlays: the last one that has a section replaces it as a whole. */
export const mergeOverlays = (...overlays: readonly Overlay[]): Overlay => Object.assign({}, ...overlays);

/** Parses an overlay file. */
export const parseOverlay = (file: NamedText): Overlay => readFileAs(Overlay, file);
