export type ThreadQuestion = { id: number; texts: readonly string[] };
export type ThreadAnswer = { id: number; vectors: number[][] } | { id: number; error: string };
