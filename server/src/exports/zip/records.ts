/** An entry of a zip; `at` is the offset of its local header. A `streamed` entry has its sizes after its data. */
export type ZipEntry = { path: string; at: number; streamed: boolean; crc: number; bytes: number; packed: number };

/** Larger numbers need the zip64 format. */
const most4 = 0xffff_ffff;
const most2 = 0xffff;
/** The limit for one entry, so that no entry needs zip64 for its sizes. */
export const maxEntryBytes = most4 - 1;

/** Constant for every entry, so that the same content gives the same bytes: 1980-01-01, mode 644, deflate, UTF-8 names. */
const day = 0x21;
const mode = (0o100644 << 16) >>> 0;
const deflated = 8;
const flagsOf = ({ streamed }: ZipEntry) => 0x800 | (streamed ? 8 : 0);
const onUnix = 3 << 8;
const plain = 20;
const zip64 = 45;

/** The header before an entry's data. It does not state the sizes of a streamed entry, which are not known yet. */
export function localHeader(entry: ZipEntry): Buffer {
  const { crc, packed, bytes } = entry.streamed ? { crc: 0, packed: 0, bytes: 0 } : entry;
  const name = Buffer.from(entry.path);
  const head = [u4(0x04034b50), u2(plain), u2(flagsOf(entry)), u2(deflated), u2(0), u2(day)];
  return Buffer.concat([...head, u4(crc), u4(packed), u4(bytes), u2(name.length), u2(0), name]);
}

/** The record after the data of a streamed entry, which states its sizes. */
export const dataDescriptor = ({ crc, packed, bytes }: ZipEntry): Buffer =>
  Buffer.concat([u4(0x08074b50), u4(crc), u4(packed), u4(bytes)]);

/** The central directory has one such record per entry. */
export function centralRecord(entry: ZipEntry): Buffer {
  const far = entry.at >= most4;
  const name = Buffer.from(entry.path);
  const extra = far ? Buffer.concat([u2(1), u2(8), u8(entry.at)]) : Buffer.alloc(0);
  const needs = far ? zip64 : plain;
  const head = [u4(0x02014b50), u2(onUnix | needs), u2(needs), u2(flagsOf(entry)), u2(deflated), u2(0), u2(day)];
  const sizes = [u4(entry.crc), u4(entry.packed), u4(entry.bytes), u2(name.length), u2(extra.length), u2(0)];
  return Buffer.concat([...head, ...sizes, u2(0), u2(0), u4(mode), u4(far ? most4 : entry.at), name, extra]);
}

/** The end of a zip, without the comment. */
export function endRecord(list: { entries: number; at: number; bytes: number }, commentLength: number): Buffer {
  const { entries, at, bytes } = list;
  const end = at + bytes;
  const large = entries >= most2 || end >= most4;
  const zip64Records = large
    ? [
        ...[u4(0x06064b50), u8(44), u2(onUnix | zip64), u2(zip64), u4(0), u4(0), u8(entries), u8(entries), u8(bytes)],
        ...[u8(at), u4(0x07064b50), u4(0), u8(end), u4(1)],
      ]
    : [];
  const count = u2(large ? most2 : entries);
  const place = [u4(large ? most4 : bytes), u4(large ? most4 : at)];
  return Buffer.concat([...zip64Records, u4(0x06054b50), u2(0), u2(0), count, count, ...place, u2(commentLength)]);
}

function u2(value: number): Buffer {
  const field = Buffer.alloc(2);
  field.writeUInt16LE(value);
  return field;
}

function u4(value: number): Buffer {
  const field = Buffer.alloc(4);
  field.writeUInt32LE(value);
  return field;
}

function u8(value: number): Buffer {
  const field = Buffer.alloc(8);
  field.writeBigUInt64LE(BigInt(value));
  return field;
}
