/** The end of an id, as folders are named by it and as every command takes it: its beginning is the time. */
export const shortIdOf = ({ id }: { id: string }): string => id.slice(-8);
