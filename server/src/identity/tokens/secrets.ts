import { hash, randomBytes } from 'node:crypto'

/** An unguessable secret: 256 bits, base64url. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Secrets are stored hashed (SI-14); they are random, so one round of SHA-256 is enough. */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer')
}
