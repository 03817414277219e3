import { createHash, hash } from 'node:crypto'

/** Digest of a resource as written in its file: the same text again changes nothing (IM-2). */
export function contentHash(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}

/**
 * Edition of the rules for reading claims. It increases when claims are read differently: a claim stored earlier is then read again, even
 * from the same content.
 */
export const claimEdition = 14

/** A claim's id: stable for a brand's resource, and revealing neither. */
export function computeClaimId(brand: string, resourceId: string): string {
  return stableId('claim', brand, resourceId)
}

/** A stable id derived from its parts, revealing none of them. */
export function stableId(...parts: readonly string[]): string {
  const hex = hash('sha256', parts.join('\0'))
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** An eleven-digit member number for a person whose file has none; `attempt` increases if the number is taken. */
export function computeMemberNumber(brand: string, patientId: string, attempt: number): string {
  const digest = createHash('sha256').update(`number\0${brand}\0${patientId}\0${attempt}`).digest()
  return `9${String(digest.readBigUInt64BE(0) % 10_000_000_000n).padStart(10, '0')}`
}

/** Whether a stored version is newer than an incoming one. If either is missing, or they are of different kinds, the later file wins. */
export function isOlder(incoming: string | null, stored: string | null): boolean {
  if (incoming === null || stored === null) return false
  const [isNumber, wasNumber] = [/^\d+$/.test(incoming), /^\d+$/.test(stored)]
  if (isNumber !== wasNumber) return false
  return isNumber ? BigInt(incoming) < BigInt(stored) : Date.parse(incoming) < Date.parse(stored)
}

/** A resource's version: the time of its last change, or else its version number. */
export function findVersion(
  meta: { readonly lastUpdated?: string | undefined; readonly versionId?: string | undefined } | undefined,
) {
  return meta?.lastUpdated ?? (/^\d+$/.test(meta?.versionId ?? '') ? (meta?.versionId ?? null) : null)
}
