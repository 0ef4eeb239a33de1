import { Overlay } from "@dialectic/contract";
import { type NamedText, readFileAs } from "./files/file-error.ts";

/** Merges overlays: each section comes from the last overlay that contains it. Texts of different overlays are not mixed. */
export const mergeOverlays = (...overlays: readonly Overlay[]): Overlay => Object.assign({}, ...overlays);

export const parseOverlay = (file: NamedText): Overlay => readFileAs(Overlay, file);
