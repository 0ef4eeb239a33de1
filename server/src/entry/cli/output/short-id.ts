/** The end of an id, which names folders and which every command accepts; the first characters encode the time. */
export const shortIdOf = ({ id }: { id: string }): string => id.slice(-8);
