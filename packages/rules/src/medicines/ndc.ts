/**
 * A National Drug Code in the eleven digits that claims have (5-4-2), whichever of its forms was written: labels print ten, with hyphens
 * where a zero is left out. Ten digits without hyphens do not tell where, and stay as they are.
 */
export function toNdc(code: string): string {
  const parts = code.trim().split('-')
  const lengths = [5, 4, 2]
  if (parts.length !== lengths.length) return code.replace(/\D/g, '')
  return parts.map((part, at) => part.replace(/\D/g, '').padStart(lengths[at] ?? 0, '0')).join('')
}
