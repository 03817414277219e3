/**
 * Converts a National Drug Code in any form to the eleven digits of claims (5-4-2): labels print ten, with hyphens that show where a
 * zero is missing. Ten digits without hyphens are ambiguous and stay as they are.
 */
export function toNdc(code: string): string {
  const parts = code.trim().split('-')
  const lengths = [5, 4, 2]
  if (parts.length !== lengths.length) return code.replace(/\D/g, '')
  return parts.map((part, at) => part.replace(/\D/g, '').padStart(lengths[at] ?? 0, '0')).join('')
}
