/** How long a word must be to allow one typo, or two: in short words, every typo makes another word. */
const oneSlip = 5
const twoSlips = 9

/** How many slips a typed word may have. */
export function slipsIn(typed: string): number {
  return typed.length >= twoSlips ? 2 : typed.length >= oneSlip ? 1 : 0
}

/**
 * Whether a typed word may be a typo of another: letters left out, added, changed or swapped with their neighbor, one or two
 * depending on the word's length (VA-8). The first letter must be right, as it nearly always is.
 */
export function isNear(found: string, typed: string): boolean {
  const allowed = slipsIn(typed)
  if (allowed === 0 || found[0] !== typed[0] || Math.abs(found.length - typed.length) > allowed) return false
  return typosBetween(found, typed, allowed) <= allowed
}

/** Rows of distances, reused for each pair of words: searches compare thousands of pairs. */
let [before, last, row] = [[0], [0], [0]]

/** The optimal string alignment distance of two words, or more than `allowed` as soon as the distance must exceed it. */
export function typosBetween(a: string, b: string, allowed: number): number {
  for (let j = 0; j <= b.length; j++) last[j] = j
  for (let i = 1; i <= a.length; i++) {
    row[0] = i
    let least = i
    for (let j = 1; j <= b.length; j++) {
      const changed = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (before[j - 2] ?? 0) + 1 : changed
      const distance = Math.min(changed, swapped, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1)
      row[j] = distance
      if (distance < least) least = distance
    }
    // A later row is at most one swap better than this one.
    if (least > allowed + 1) return least
    const free = before
    before = last
    last = row
    row = free
  }
  return last[b.length] ?? 0
}
