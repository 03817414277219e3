import { X509Certificate } from 'node:crypto'

/** When the last of these certificates expires; null if there is none, or one cannot be read. */
export function findLastEnd(certificates: readonly string[]): Date | null {
  try {
    const ends = certificates.map((one) => Date.parse(new X509Certificate(Buffer.from(one, 'base64')).validTo))
    return ends.length === 0 ? null : new Date(Math.max(...ends))
  } catch {
    return null
  }
}
