/** Bytes that Windows-1252 lacks, or that no real text has: control characters, and ÿ and þ, with which other encodings begin. */
const odd = (byte: number) =>
  (byte < 0x20 && byte !== 0x09 && byte !== 0x0d) || [0x7f, 0x81, 0x8d, 0x8f, 0x90, 0x9d, 0xfe, 0xff].includes(byte)

/** Decodes a line that a spreadsheet wrote as Windows-1252; null if it is something else. */
export function decodeWindows1252(bytes: Buffer): string | null {
  if (bytes.some(odd)) return null
  return new TextDecoder('windows-1252').decode(bytes).replace(/\r$/, '')
}
