import { TYPE_AHEAD_MS } from '../timing.ts'

/** Letters typed so far, and when the last one was, in ms of any steady clock. */
export interface TypedAhead {
  readonly text: string
  readonly at: number
}

export const nothingTyped: TypedAhead = { text: '', at: Number.NEGATIVE_INFINITY }

/** Keys pressed within 1000 ms of each other are one word; later ones begin another (MN-6). */
export function typeAhead(typed: TypedAhead, key: string, now: number): TypedAhead {
  return { text: now - typed.at <= TYPE_AHEAD_MS ? typed.text + key : key, at: now }
}

/**
 * Index of the label that typed letters lead to, or -1: the next one that begins with them, round the end of the list.
 * More letters of a word may stay at `from`; a first letter, or the same letter again, goes on to the next.
 */
export function findTyped(labels: readonly string[], text: string, from: number): number {
  const wanted = fold(text)
  const [letter = ''] = wanted
  const same = [...wanted].every((one) => one === letter)
  const prefix = same ? letter : wanted
  const start = same ? from + 1 : Math.max(0, from)
  const order = labels.map((_, at) => (at + start) % labels.length)
  return order.find((at) => fold(labels[at] ?? '').startsWith(prefix)) ?? -1
}

/** Text for comparing: without accents, capital letters and outer spaces, so that `espanol` finds Español. */
export function fold(text: string): string {
  return text.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
