/** The type of a combined text. Types in recipes have no hyphen, so that no step can read this one. */
export const combinedType = "combined-text";
