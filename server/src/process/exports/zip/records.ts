/** An entry of a zip; `at` is where its local header stands. What is packed while it is read says its sizes afterwards. */
export type ZipEntry = { path: string; at: number; streamed: boolean; crc: number; bytes: number; packed: number };

/** From here on a number does not fit, and stands in a record of its own ("zip64"). */
const most4 = 0xffff_ffff;
const most2 = 0xffff;
/** Single entries stay below, so that none needs zip64 for its sizes. */
export const largestEntry = most4 - 1;

/** The same for every entry, so that the same content makes the same bytes: 1980-01-01, a file of its owner, deflated, a name in UTF-8. */
const day = 0x21;
const mode = (0o100644 << 16) >>> 0;
const deflated = 8;
const flagsOf = ({ streamed }: ZipEntry) => 0x800 | (streamed ? 8 : 0);
const onUnix = 3 << 8;
const plain = 20;
const zip64 = 45;

/** Before its bytes. A streamed entry does not know its sizes yet. */
export function localHeader(entry: ZipEntry): Buffer {
  const { crc, packed, bytes } = entry.streamed ? { crc: 0, packed: 0, bytes: 0 } : entry;
  const name = Buffer.from(entry.path);
  const head = [u4(0x04034b50), u2(plain), u2(flagsOf(entry)), u2(deflated), u2(0), u2(day)];
  return Buffer.concat([...head, u4(crc), u4(packed), u4(bytes), u2(name.length), u2(0), name]);
}

/** After the bytes of a streamed entry. */
export const dataDescriptor = ({ crc, packed, bytes }: ZipEntry): Buffer =>
  Buffer.concat([u4(0x08074b50), u4(crc), u4(packed), u4(bytes)]);

/** One for each entry, all together behind the last one. */
export function centralRecord(entry: ZipEntry): Buffer {
  const far = entry.at >= most4;
  const name = Buffer.from(entry.path);
  const extra = far ? Buffer.concat([u2(1), u2(8), u8(entry.at)]) : Buffer.alloc(0);
  const needs = far ? zip64 : plain;
  const head = [u4(0x02014b50), u2(onUnix | needs), u2(needs), u2(flagsOf(entry)), u2(deflated), u2(0), u2(day)];
  const sizes = [u4(entry.crc), u4(entry.packed), u4(entry.bytes), u2(name.length), u2(extra.length), u2(0)];
  return Buffer.concat([...head, ...sizes, u2(0), u2(0), u4(mode), u4(far ? most4 : entry.at), name, extra]);
}

/** The end of a zip, but for a comment of so many bytes. */
export function endRecord(list: { entries: number; at: number; bytes: number }, commentLength: number): Buffer {
  const { entries, at, bytes } = list;
  const after = at + bytes;
  const large = entries >= most2 || after >= most4;
  const further = large
    ? [
        ...[u4(0x06064b50), u8(44), u2(onUnix | zip64), u2(zip64), u4(0), u4(0), u8(entries), u8(entries), u8(bytes)],
        ...[u8(at), u4(0x07064b50), u4(0), u8(after), u4(1)],
      ]
    : [];
  const count = u2(large ? most2 : entries);
  const place = [u4(large ? most4 : bytes), u4(large ? most4 : at)];
  return Buffer.concat([...further, u4(0x06054b50), u2(0), u2(0), count, count, ...place, u2(commentLength)]);
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
