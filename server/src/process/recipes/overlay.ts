import { Overlay } from "@dialectic/contract";
import { type NamedText, readFileAs } from "./file-error.ts";

/** Laid over each other: of each section the last one that says something holds, whole. */
export const layOver = (...overlays: readonly Overlay[]): Overlay => Object.assign({}, ...overlays);

/** An overlay as a person writes it in a file. */
export const parseOverlay = (file: NamedText): Overlay => readFileAs(Overlay, file);
