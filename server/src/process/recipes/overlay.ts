import type { Overlay } from "@dialectic/contract";

/** Laid over each other: of each section the last one that says something holds, whole. */
export const layOver = (...overlays: readonly Overlay[]): Overlay => Object.assign({}, ...overlays);
