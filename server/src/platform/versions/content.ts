import { createHash, hash } from 'node:crypto'

/** Digest of a resource as written in its file: the same text again changes nothing (IM-2). */
export function contentHash(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}

/**
 * How claims are read. It counts up with what is read otherwise: a claim that was stored before is then read anew from the same content.
 */
export const claimEdition = 11

/** The id of a claim: stable for a resource of a brand, and revealing neither. */
export function computeClaimId(brand: string, resourceId: string): string {
  return stableId('claim', brand, resourceId)
}

/** A stable id of its parts that reveals none of them. */
export function stableId(...parts: readonly string[]): string {
  const hex = hash('sha256', parts.join('\0'))
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** An eleven-digit member number for a person whose file has none; `attempt` counts up if one is taken. */
export function computeMemberNumber(brand: string, patientId: string, attempt: number): string {
  const digest = createHash('sha256').update(`number\0${brand}\0${patientId}\0${attempt}`).digest()
  return `9${String(digest.readBigUInt64BE(0) % 10_000_000_000n).padStart(10, '0')}`
}

/** Whether a stored version is newer than an incoming one. If one of them is missing, or they are of two kinds, the later file wins. */
export function isOlder(incoming: string | null, stored: string | null): boolean {
  if (incoming === null || stored === null) return false
  const [isNumber, wasNumber] = [/^\d+$/.test(incoming), /^\d+$/.test(stored)]
  if (isNumber !== wasNumber) return false
  return isNumber ? BigInt(incoming) < BigInt(stored) : Date.parse(incoming) < Date.parse(stored)
}

/** The version of a resource: when it was last changed, or else its version number. */
export function findVersion(
  meta: { readonly lastUpdated?: string | undefined; readonly versionId?: string | undefined } | undefined,
) {
  return meta?.lastUpdated ?? (/^\d+$/.test(meta?.versionId ?? '') ? (meta?.versionId ?? null) : null)
}
