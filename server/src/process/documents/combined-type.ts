/** The type of a combined text. Types of recipes have no hyphen: no step can ask for one, and nobody reads it by chance. */
export const combinedType = "combined-text";
