/** Cents for an amount as people type it: `212.4`, `$1,212.40`; null for anything else. */
export function centsTyped(text: string): number | null {
  const match = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,8})(?:\.(\d{0,2}))?$/.exec(text.trim())
  if (match === null) return null
  const [, whole = '', part = ''] = match
  return Number(whole.replaceAll(',', '')) * 100 + Number(part.padEnd(2, '0'))
}

/** The reverse, without dollar sign and commas. */
export function formatDollars(cents: number): string {
  return (cents / 100).toFixed(2)
}
