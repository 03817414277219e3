import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

/** What a test's passkey does differently from a correct one. */
interface Tampering {
  readonly origin?: string
  readonly host?: string
  readonly challenge?: string
  /** The person was not verified. */
  readonly unverified?: boolean
  /** Value of the signature counter; one more than before by default. */
  readonly counter?: number
  readonly userHandle?: string
}

interface CreationOptions {
  readonly challenge: string
  readonly rp: { readonly id: string }
  readonly user: { readonly id: string }
}

interface RequestOptions {
  readonly challenge: string
  readonly rpId: string
}

/** A passkey in software, which does what a phone or a security key does, for tests over HTTP. */
export class SoftPasskey {
  readonly #origin: string
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #id = randomBytes(32)
  #userHandle = ''
  #counter = 0

  /** `origin` is that of the page that uses it. */
  constructor(origin: string) {
    this.#origin = origin
  }

  create({ challenge, rp, user }: CreationOptions, tampering: Tampering = {}) {
    this.#userHandle = user.id
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    const publicKey = cbor(
      new Map<unknown, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    )
    const length = Buffer.from([this.#id.length >> 8, this.#id.length & 0xff])
    const credential = Buffer.concat([Buffer.alloc(16), length, this.#id, publicKey])
    const authData = this.#authData(rp.id, { ...tampering, counter: tampering.counter ?? 0 }, credential)
    const attestation = new Map<unknown, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ])
    const clientData = this.#clientData('webauthn.create', challenge, tampering)
    return {
      ...this.#ids(),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        attestationObject: cbor(attestation).toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  get({ challenge, rpId }: RequestOptions, tampering: Tampering = {}) {
    this.#counter = tampering.counter ?? this.#counter + 1
    const authData = this.#authData(rpId, { ...tampering, counter: this.#counter })
    const clientData = this.#clientData('webauthn.get', challenge, tampering)
    const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()])
    return {
      ...this.#ids(),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: createSign('sha256').update(signed).sign(this.#keys.privateKey).toString('base64url'),
        userHandle: tampering.userHandle ?? this.#userHandle,
      },
    }
  }

  #ids() {
    const id = this.#id.toString('base64url')
    return { id, rawId: id, type: 'public-key' as const }
  }

  #clientData(type: string, challenge: string, tampering: Tampering): Buffer {
    const data = { type, challenge: tampering.challenge ?? challenge, origin: tampering.origin ?? this.#origin }
    return Buffer.from(JSON.stringify({ ...data, crossOrigin: false }))
  }

  #authData(host: string, tampering: Tampering, credential?: Buffer): Buffer {
    const present = 0x01
    const verified = tampering.unverified ? 0 : 0x04
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(tampering.counter ?? 0)
    return Buffer.concat([
      createHash('sha256')
        .update(tampering.host ?? host)
        .digest(),
      Buffer.from([present | verified | (credential ? 0x40 : 0)]),
      counter,
      credential ?? Buffer.alloc(0),
    ])
  }
}

/** The part of CBOR (RFC 8949) that an attestation needs: integers, texts, bytes, maps. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const entries = [...(value as Map<unknown, unknown>)]
  return Buffer.concat([head(5, entries.length), ...entries.flatMap((entry) => entry.map(cbor))])
}

function head(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size])
  if (size < 256) return Buffer.from([(major << 5) | 24, size])
  return Buffer.from([(major << 5) | 25, size >> 8, size & 0xff])
}
