/** A PostgreSQL we can start clusters with: either the machine's own programs or an unpacked root to chroot into. */
export type PostgresInstallation =
  | { kind: "installed"; version: number; bin: string }
  | { kind: "root"; version: number; bin: string; root: string };

/** PostgreSQL refuses to run as root. This user exists on every Linux and owns no files. */
export const unprivileged = { uid: 65534, gid: 65534 };

export const minimumVersion = 17;
