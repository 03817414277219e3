import { TYPE_AHEAD_MS } from '../timing.ts'

/** The letters typed so far, and when the last one was typed, in ms on any steady clock. */
export interface TypedAhead {
  readonly text: string
  readonly at: number
}

export const nothingTyped: TypedAhead = { text: '', at: Number.NEGATIVE_INFINITY }

/** Keys pressed within 1000 ms of each other form one word; a later key starts a new one (MN-6). */
export function typeAhead(typed: TypedAhead, key: string, now: number): TypedAhead {
  return { text: now - typed.at <= TYPE_AHEAD_MS ? typed.text + key : key, at: now }
}

/**
 * Index of the label that the typed letters select, or -1: the next one that begins with them, wrapping around at the end of the
 * list. Further letters of a word may stay at `from`; a first letter, or the same letter again, moves on to the next.
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

/** Text for comparison: without accents, case and outer spaces, so that `espanol` finds Español. */
export function fold(text: string): string {
  return text.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
