/**
 * A zip of ours is sealed: its comment, which is its end, says the hash of every byte before that hash. The hashes in the
 * manifest protect the files; this one protects what is between them (names, sizes, offsets), so that no altered byte is
 * missed.
 */
export const sealPrefix = "sha256:";
export const sealLength = sealPrefix.length + 64;
