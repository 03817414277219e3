import { createHash } from 'node:crypto'

/** Digest of a resource as it stands in its file: the same text again changes nothing (IM-2). */
export function contentHash(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** The id of a claim: always the same for the same resource of the same brand, and telling neither. */
export function claimIdOf(brand: string, resourceId: string): string {
  return stableId('claim', brand, resourceId)
}

/** An id that is always the same for the same parts, and tells none of them. */
export function stableId(...parts: readonly string[]): string {
  const hex = createHash('sha256').update(parts.join('\0')).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** A member number of eleven digits for someone whose file gives none; `attempt` where one is taken. */
export function assignedNumber(brand: string, patientId: string, attempt: number): string {
  const digest = createHash('sha256').update(`number\0${brand}\0${patientId}\0${attempt}`).digest()
  return `9${String(digest.readBigUInt64BE(0) % 10_000_000_000n).padStart(10, '0')}`
}

/** Whether a stored version is at least as new as one that comes in; without a word of either, the later file counts. */
export function isOlder(incoming: string | null, stored: string | null): boolean {
  if (incoming === null || stored === null) return false
  const [a, b] = [Date.parse(incoming), Date.parse(stored)]
  if (!Number.isNaN(a) && !Number.isNaN(b)) return a < b
  return Number(incoming) < Number(stored)
}

/** What tells versions of a resource apart: when it was last changed, else its version number. */
export function versionOf(
  meta: { readonly lastUpdated?: string | undefined; readonly versionId?: string | undefined } | undefined,
) {
  return meta?.lastUpdated ?? (/^\d+$/.test(meta?.versionId ?? '') ? (meta?.versionId ?? null) : null)
}
