import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  sign,
  verify,
} from 'node:crypto'
import { readFileSync } from 'node:fs'
import { ConfigError } from './config.ts'
import { keepFile } from './kept-file.ts'

/** Encrypts data that the database may hold only in encrypted form, with a key that is not in the database. */
export interface DataKey {
  /** AES-256-GCM; `context` names the owner and the kind, so that a row moved to another person cannot be opened. */
  seal(plain: Buffer, context: string): Buffer
  /** Throws for data that was not sealed with one of our keys and this context. */
  open(sealed: Buffer, context: string): Buffer
  /** The same value sealed with the first key; null if it already is. Throws like `open`. */
  reseal(sealed: Buffer, context: string): Buffer | null
  /**
   * Keyed hashes, for codes too short to hash without a key: first the one to store, then those of older keys, which find what was stored
   * under them.
   */
  hashes(text: string, context: string): readonly [Buffer, ...Buffer[]]
  /** Signs with an Ed25519 key derived from the first one; anyone with the public key can check the signature without our secrets. */
  sign(content: Buffer, context: string): { readonly publicKey: Buffer; readonly signature: Buffer }
}

const keyBytes = 32
const ivBytes = 12
const tagBytes = 16

/**
 * The configured keys, separated by commas (the first seals, all of them open), else the key kept in the data folder, created on first use
 * and readable only by its owner. Throws ConfigError for a key that is not 32 bytes in base64.
 */
export function loadDataKey(options: { readonly configured: string | undefined; readonly dataDir: string }): DataKey {
  if (options.configured !== undefined) return createDataKey(parseKeys(options.configured, 'DATA_KEY'))
  const file = keepFile(options.dataDir, 'data.key', randomBytes(keyBytes).toString('base64'))
  return createDataKey(parseKeys(readFileSync(file, 'utf8'), file))
}

function parseKeys(text: string, source: string): readonly [Buffer, ...Buffer[]] {
  const keys = text.split(',').map((part) => Buffer.from(part.trim(), 'base64'))
  const [first, ...others] = keys
  if (first === undefined || keys.some((key) => key.length !== keyBytes))
    throw new ConfigError(`${source}: must be ${keyBytes} random bytes in base64, or several separated by commas`)
  return [first, ...others]
}

function createDataKey(masters: readonly [Buffer, ...Buffer[]]): DataKey {
  const derive = (master: Buffer, use: string) => Buffer.from(hkdfSync('sha256', master, '', use, keyBytes))
  // Key objects, created once: passing bytes would create one at each use.
  const sealing = masters.map((master) => createSecretKey(derive(master, 'portico seal')))
  const hash = (master: Buffer, text: string, context: string) =>
    createHmac('sha256', derive(master, 'portico hash')).update(`${context}\0${text}`).digest()
  const [first, ...others] = masters
  const newest = createSecretKey(derive(first, 'portico seal'))
  const seal: DataKey['seal'] = (plain, context) => {
    const iv = randomBytes(ivBytes)
    const cipher = createCipheriv('aes-256-gcm', newest, iv).setAAD(Buffer.from(context))
    const body = Buffer.concat([cipher.update(plain), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), body])
  }
  const open: DataKey['open'] = (sealed, context) => {
    for (const key of sealing) {
      const opened = tryOpen(key, sealed, context)
      if (opened) return opened
    }
    throw new Error('A sealed value opens with none of the data keys.')
  }
  return {
    seal,
    open,
    reseal: (sealed, context) =>
      tryOpen(newest, sealed, context) === null ? seal(open(sealed, context), context) : null,
    hashes: (text, context) => [hash(first, text, context), ...others.map((master) => hash(master, text, context))],
    sign: (content, context) => {
      const key = createPrivateKey({
        key: Buffer.concat([ed25519, derive(first, 'portico sign')]),
        format: 'der',
        type: 'pkcs8',
      })
      const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' })
      return { publicKey, signature: sign(null, frame(content, context), key) }
    },
  }
}

/** Prefix of a 32-byte Ed25519 private key in PKCS #8 (RFC 8410). */
const ed25519 = Buffer.from('302e020100300506032b657004220420', 'hex')

function frame(content: Buffer, context: string): Buffer {
  return Buffer.concat([Buffer.from(`${context}\0`), content])
}

/** Whether a signature from `DataKey.sign` matches this content. */
export function isSigned(
  content: Buffer,
  context: string,
  { publicKey, signature }: { readonly publicKey: Buffer; readonly signature: Buffer },
): boolean {
  try {
    const key = createPublicKey({ key: publicKey, format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'ed25519' && verify(null, frame(content, context), key, signature)
  } catch {
    return false
  }
}

function tryOpen(key: KeyObject, sealed: Buffer, context: string): Buffer | null {
  const iv = sealed.subarray(0, ivBytes)
  const tag = sealed.subarray(ivBytes, ivBytes + tagBytes)
  if (tag.length !== tagBytes) return null
  const decipher = createDecipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context)).setAuthTag(tag)
  try {
    return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()])
  } catch {
    return null
  }
}
