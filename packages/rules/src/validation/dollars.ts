const written = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d+)(?:\.00?)?$/

/** The digits of whole dollars as people write them: `85,000`, `$85000`, `$ 85,000.00`; anything else stays as it is. */
export function plainDollars(text: string): string {
  const plain = text.trim()
  return written.exec(plain)?.[1]?.replaceAll(',', '') ?? plain
}
