import { crc32 } from 'node:zlib'

const localHead = 0x04034b50
const centralHead = 0x02014b50
const centralEnd = 0x06054b50
/** Stored files need no more of a reader than this version (1.0). */
const version = 10
/** January 1, 1980: passes say nothing by the times of their files. */
const dosDay = 0x21

/** A ZIP archive of a few small files, stored as they are: pictures are packed already. */
export function buildZip(files: ReadonlyMap<string, Buffer>): Buffer {
  const bodies: Buffer[] = []
  const entries: Buffer[] = []
  let offset = 0
  for (const [name, content] of files) {
    const path = Buffer.from(name)
    const about = Buffer.alloc(26)
    about.writeUInt16LE(version, 0)
    about.writeUInt16LE(dosDay, 8)
    about.writeUInt32LE(crc32(content), 10)
    about.writeUInt32LE(content.length, 14)
    about.writeUInt32LE(content.length, 18)
    about.writeUInt16LE(path.length, 22)
    const body = Buffer.concat([word(localHead), about, path, content])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    entries.push(Buffer.concat([word(centralHead), short(version), about, place, path]))
    bodies.push(body)
    offset += body.length
  }
  const central = Buffer.concat(entries)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.size, 4)
  end.writeUInt16LE(files.size, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...bodies, central, word(centralEnd), end])
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function short(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}
