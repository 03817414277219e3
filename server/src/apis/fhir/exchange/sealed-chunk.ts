import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const [ivBytes, tagBytes] = [12, 16]

/** A new key, for the files of one work alone. */
export const newWorkKey = () => randomBytes(32)

/** Encrypts a part of a file (AES-256-GCM), so that it opens in its own place alone. */
export function sealChunk(key: Buffer, plain: Buffer, place: string): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(place))
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body])
}

/** Throws for what was changed, or moved. */
export function openChunk(key: Buffer, sealed: Buffer, place: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivBytes))
    .setAAD(Buffer.from(place))
    .setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes))
  return Buffer.concat([decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()])
}
