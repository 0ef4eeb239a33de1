/** The type of a combined text. It has a hyphen, which types in recipes cannot have, so no step can ask for it. */
export const combinedType = "combined-text";
