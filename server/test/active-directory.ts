import type { AddressInfo } from 'node:net'
import { createServer, type TLSSocket } from 'node:tls'
import { Ber, BerReader, BerWriter } from 'ldapts'
import { makeCertificate } from './certificate.ts'

/** An entry: values by attribute. */
export type DirectoryEntry = Readonly<Record<string, readonly (string | Buffer)[]>>

/** A directory that answers as Active Directory documents it: its own matching rules, ids, and reasons why a bind fails. */
export interface ActiveDirectory {
  readonly address: string
  /** Of the authority that its certificate is of, as it is entered in a connection. */
  readonly certificate: string
  /** The binds that are refused, with the text that comes with it, by the name that was bound as. */
  readonly refusals: Map<string, string>
  close(): Promise<void>
}

const bitAnd = '1.2.840.113556.1.4.803'
const inChain = '1.2.840.113556.1.4.1941'
const success = 0
const invalidCredentials = 49

/** Passwords are taken if they are those of the entry; `cn=portico` searches. */
export async function startActiveDirectory(
  entries: readonly DirectoryEntry[],
  passwords: ReadonlyMap<string, string>,
): Promise<ActiveDirectory> {
  const refusals = new Map<string, string>()
  const { key, cert } = makeCertificate()
  const sockets = new Set<TLSSocket>()
  const server = createServer({ key, cert }, (socket) => {
    sockets.add(socket)
    let waiting = Buffer.alloc(0)
    socket.on('error', () => undefined)
    socket.on('data', (chunk: Buffer) => {
      waiting = Buffer.concat([waiting, chunk])
      for (let length = measure(waiting); length !== null && length <= waiting.length; length = measure(waiting)) {
        for (const answer of answerTo(waiting.subarray(0, length))) socket.write(answer)
        waiting = waiting.subarray(length)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    address: `ldaps://127.0.0.1:${port}`,
    certificate: cert.replace(/-----[A-Z ]+-----|\s/g, ''),
    refusals,
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }

  function answerTo(message: Buffer): readonly Buffer[] {
    const reader = new BerReader(message)
    reader.readSequence()
    const id = reader.readInt() ?? 0
    const operation = reader.readSequence()
    if (operation === 0x60) {
      reader.readInt()
      const name = reader.readString() ?? ''
      const password = reader.readString(0x80) ?? ''
      const refusal = refusals.get(name)
      const isRight = passwords.get(name.toLowerCase()) === password
      if (isRight && refusal === undefined) return [writeResult(id, 0x61, success, '')]
      const reason = refusal !== undefined && isRight ? refusal : 'AcceptSecurityContext error, data 52e, v4563'
      return [writeResult(id, 0x61, invalidCredentials, `80090308: LdapErr: DSID-0C090447, comment: ${reason}`)]
    }
    if (operation !== 0x63) return []
    const base = (reader.readString() ?? '').toLowerCase()
    reader.readEnumeration()
    reader.readEnumeration()
    const sizeLimit = reader.readInt() ?? 0
    reader.readInt()
    reader.readBoolean()
    const filter = readFilter(reader)
    const found = entries.filter((entry) => readDn(entry).endsWith(base) && filter(entry))
    const sent = sizeLimit > 0 ? found.slice(0, sizeLimit) : found
    return [...sent.map((entry) => writeEntry(id, entry)), writeResult(id, 0x65, success, '')]
  }

  type Test = (entry: DirectoryEntry) => boolean

  function readFilter(reader: BerReader): Test {
    const tag = reader.peek()
    if (tag === 0xa0 || tag === 0xa1 || tag === 0xa2) {
      reader.readSequence(tag)
      const end = reader.offset + reader.length
      const parts: Test[] = []
      while (reader.offset < end) parts.push(readFilter(reader))
      if (tag === 0xa2) return (entry) => !parts[0]?.(entry)
      return (entry) => (tag === 0xa0 ? parts.every((part) => part(entry)) : parts.some((part) => part(entry)))
    }
    if (tag === 0xa3) {
      reader.readSequence(tag)
      const attribute = (reader.readString() ?? '').toLowerCase()
      const value = reader.readString(Ber.OctetString, true) ?? Buffer.alloc(0)
      return (entry) => readValues(entry, attribute).some((one) => isSame(attribute, one, value))
    }
    if (tag !== 0xa9) throw new Error(`There is no filter 0x${tag?.toString(16)} here.`)
    reader.readSequence(tag)
    const end = reader.offset + reader.length
    const parts = new Map<number, string>()
    while (reader.offset < end) {
      const part = reader.peek() ?? 0
      parts.set(part, reader.readString(part) ?? '')
    }
    const [rule, attribute = '', value = ''] = [parts.get(0x81), parts.get(0x82)?.toLowerCase(), parts.get(0x83)]
    if (rule === bitAnd)
      return (entry) => readValues(entry, attribute).some((one) => (Number(one) & Number(value)) === Number(value))
    if (rule !== inChain) throw new Error(`There is no rule ${rule} here.`)
    return (entry) => isInChain(entry, value.toLowerCase(), new Set())
  }

  /** Of the links that are written alone: the primary group is in none of them. */
  function isInChain(group: DirectoryEntry, member: string, seen: Set<string>): boolean {
    if (seen.has(readDn(group))) return false
    seen.add(readDn(group))
    const members = (group.member ?? []).map((one) => String(one).toLowerCase())
    if (members.includes(member)) return true
    return entries.some((one) => members.includes(readDn(one)) && isInChain(one, member, seen))
  }
}

/** Names of attributes may be written in any case. */
const readValues = (entry: DirectoryEntry, name: string) =>
  Object.entries(entry).find(([one]) => one.toLowerCase() === name)?.[1] ?? []

const readDn = (entry: DirectoryEntry) => String(entry.dn?.[0]).toLowerCase()

/** It lets the last class be named by a word for the whole name, and compares names in any case. */
function isSame(attribute: string, one: string | Buffer, value: Buffer): boolean {
  if (Buffer.isBuffer(one)) return one.equals(value)
  const [kept, asked] = [one.toLowerCase(), value.toString().toLowerCase()]
  return attribute === 'objectcategory' ? kept.startsWith(`cn=${asked},`) || kept === asked : kept === asked
}

/** How long the message at the beginning is; null if that is not there yet. */
function measure(bytes: Buffer): number | null {
  const first = bytes[1]
  if (first === undefined) return null
  if (first < 0x80) return 2 + first
  const size = first & 0x7f
  return bytes.length < 2 + size ? null : 2 + size + bytes.readUIntBE(2, size)
}

function writeResult(id: number, tag: number, code: number, text: string): Buffer {
  const writer = new BerWriter()
  writer.startSequence()
  writer.writeInt(id)
  writer.startSequence(tag)
  writer.writeEnumeration(code)
  writer.writeString('')
  writer.writeString(text)
  writer.endSequence()
  writer.endSequence()
  return writer.buffer
}

function writeEntry(id: number, entry: DirectoryEntry): Buffer {
  const writer = new BerWriter()
  writer.startSequence()
  writer.writeInt(id)
  writer.startSequence(0x64)
  writer.writeString(String(entry.dn?.[0]))
  writer.startSequence()
  for (const [name, values] of Object.entries(entry).filter(([one]) => one !== 'dn')) {
    writer.startSequence()
    writer.writeString(name)
    writer.startSequence(0x31)
    for (const value of values) writer.writeBuffer(Buffer.from(value as Buffer), Ber.OctetString)
    writer.endSequence()
    writer.endSequence()
  }
  writer.endSequence()
  writer.endSequence()
  writer.endSequence()
  return writer.buffer
}
