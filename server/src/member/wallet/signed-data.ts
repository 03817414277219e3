import { createHash, type KeyObject, sign, type X509Certificate } from 'node:crypto'

// Tags of DER (X.690) that are needed here.
const [integer, octets, nothing, identifier, utcTime, sequence, set, part] = [
  0x02, 0x04, 0x05, 0x06, 0x17, 0x30, 0x31, 0xa0,
]

/** Identifiers of objects (RFC 5652, RFC 8017), as DER writes them. */
const names = {
  data: '2a864886f70d010701',
  signedData: '2a864886f70d010702',
  kindOfContent: '2a864886f70d010903',
  messageDigest: '2a864886f70d010904',
  signingTime: '2a864886f70d010905',
  sha256: '608648016503040201',
  rsa: '2a864886f70d010101',
}

interface Signer {
  /** Of an RSA key, as Apple gives for passes. */
  readonly certificate: X509Certificate
  readonly key: KeyObject
  /** Who issued it; a phone does not fetch it. */
  readonly authority: X509Certificate
}

/** A signature of some bytes apart from them: CMS SignedData, with its time and the certificates of who signs (RFC 5652). */
export function signApart(content: Buffer, { certificate, key, authority }: Signer, now: Date): Buffer {
  const sha256 = encode(sequence, name('sha256'), encode(nothing))
  const attributes = [
    attribute('kindOfContent', name('data')),
    attribute('signingTime', encode(utcTime, Buffer.from(toUtcTime(now)))),
    attribute('messageDigest', encode(octets, createHash('sha256').update(content).digest())),
  ].toSorted(Buffer.compare)
  const signature = sign('sha256', encode(set, ...attributes), key)
  const signer = encode(
    sequence,
    encode(integer, Buffer.from([1])),
    encode(sequence, ...readIssuerAndSerial(certificate.raw)),
    sha256,
    encode(part, ...attributes),
    encode(sequence, name('rsa'), encode(nothing)),
    encode(octets, signature),
  )
  const signed = encode(
    sequence,
    encode(integer, Buffer.from([1])),
    encode(set, sha256),
    encode(sequence, name('data')),
    encode(part, certificate.raw, authority.raw),
    encode(set, signer),
  )
  return encode(sequence, name('signedData'), encode(part, signed))
}

function name(of: keyof typeof names): Buffer {
  return encode(identifier, Buffer.from(names[of], 'hex'))
}

function attribute(of: keyof typeof names, value: Buffer): Buffer {
  return encode(sequence, name(of), encode(set, value))
}

/** `yymmddhhmmssZ`. */
function toUtcTime(moment: Date): string {
  return `${moment.toISOString().slice(2, 19).replace(/\D/g, '')}Z`
}

function encode(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const bytes: number[] = []
  for (let rest = length; rest > 0; rest >>>= 8) bytes.unshift(rest & 0xff)
  const size = length < 0x80 ? [length] : [0x80 | bytes.length, ...bytes]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

/** The parts of a certificate that name it: TBSCertificate is an optional version, the serial, an algorithm, and the issuer. */
function readIssuerAndSerial(certificate: Buffer): [issuer: Buffer, serial: Buffer] {
  const parts = listParts(readContent(readContent(certificate)))
  const [serial, , issuer] = parts[0]?.[0] === part ? parts.slice(1) : parts
  if (serial === undefined || issuer === undefined) throw new TypeError('Not a certificate.')
  return [issuer, serial]
}

/** The content of the first value. */
function readContent(bytes: Buffer): Buffer {
  const { head, length } = readSize(bytes)
  return bytes.subarray(head, head + length)
}

function listParts(bytes: Buffer): Buffer[] {
  const parts: Buffer[] = []
  for (let rest = bytes; rest.length > 0; ) {
    const { head, length } = readSize(rest)
    parts.push(rest.subarray(0, head + length))
    rest = rest.subarray(head + length)
  }
  return parts
}

function readSize(bytes: Buffer): { readonly head: number; readonly length: number } {
  const first = bytes.readUInt8(1)
  if (first < 0x80) return { head: 2, length: first }
  const count = first & 0x7f
  return { head: 2 + count, length: bytes.readUIntBE(2, count) }
}
