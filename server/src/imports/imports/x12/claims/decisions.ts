import type { ClaimPart, Decision, PartLine } from './part.ts'

/** A decision that counts, with its part. */
export interface Decided {
  readonly part: ClaimPart
  readonly decision: Decision
}

export interface Standing {
  /** Several if the payer has split the claim. */
  readonly active: readonly Decided[]
  /** Whether the last decision was reversed, and no other has come. */
  readonly isReversed: boolean
}

/** Sorts the parts of a claim by the time of their decision, or of sending. The order does not depend on how they came. */
export function inOrder(parts: readonly ClaimPart[]): ClaimPart[] {
  const toKey = ({ decidedOn, sentAt }: ClaimPart) => `${decidedOn ?? ''} ${sentAt}`
  return parts.toSorted(
    (a, b) => toKey(a).localeCompare(toKey(b)) || a.place - b.place || a.account.localeCompare(b.account),
  )
}

/**
 * The decisions about a claim that count (FD-2): a reversal takes back the decision that it mirrors, a correction replaces decisions on the
 * same lines, a decision on other lines is another part of a split claim, and a repeated decision does not count.
 */
export function computeStanding(parts: readonly ClaimPart[]): Standing {
  let active: Decided[] = []
  /** Decisions that no longer count: a reversal may name one late, or again. */
  const past: Decision[] = []
  let wasReversed = false
  for (const part of inOrder(parts)) {
    const { decision } = part.content
    if (decision === null) continue
    const one = { part, decision }
    if (decision.status === '22') {
      const mirrored = active.findLast((other) => isMirror(other.decision, decision))
      const isOfPast = past.some((other) => isMirror(other, decision))
      const taken = mirrored ?? (active.length === 1 && !isOfPast ? active[0] : undefined)
      if (taken === undefined) continue
      past.push(taken.decision)
      active = active.filter((other) => other !== taken)
      wasReversed = true
    } else if (!active.some((other) => isSame(other, one))) {
      const replaced = active.filter((other) => isReplaced(other, one))
      past.push(...replaced.map((other) => other.decision))
      active = [...active.filter((other) => !replaced.includes(other)), one]
    }
  }
  return { active, isReversed: active.length === 0 && wasReversed }
}

function isMirror(one: Decision, reversal: Decision): boolean {
  return one.paid === negative(reversal.paid) && one.billed === negative(reversal.billed)
}

function negative(cents: number | null): number | null {
  return cents === null ? null : 0 - cents
}

/** Whether another payment repeats the same decision. */
function isSame(one: Decided, other: Decided): boolean {
  const digestSaid = ({ decision: { status, billed, paid, share, adjustments }, part }: Decided) =>
    JSON.stringify([status, billed, paid, share, adjustments, part.content.lines])
  return digestSaid(one) === digestSaid(other)
}

/** Whether a later decision is about the same lines. One without lines is about all of them. */
function isReplaced(before: Decided, after: Decided): boolean {
  // The decision on a replacement bill replaces the earlier one, whatever its lines; within one payment, the two are parts of a split
  // claim.
  const isOfReplacement = after.part.content.frequency === '7'
  if (isOfReplacement && (before.part.content.frequency !== '7' || before.decision.payment !== after.decision.payment))
    return true
  const [old, now] = [before.part.content.lines, after.part.content.lines].map((lines) => new Set(lines.map(lineKey)))
  if (old === undefined || now === undefined || old.size === 0 || now.size === 0) return true
  return [...now].some((key) => old.has(key))
}

/** What identifies a line: the provider's number for it, else its service, day and charge. */
export function lineKey(line: PartLine): string {
  if (line.control !== null) return `control ${line.control}`
  return looseKey(line)
}

/** Lines with their days: a line without one has the claim's, if that is a single day. */
export function listDaysOfLines({ firstDay, lastDay, content: { lines } }: ClaimPart): readonly PartLine[] {
  if (firstDay !== lastDay) return lines
  return lines.map((line) => (line.from === null ? { ...line, from: firstDay, to: firstDay } : line))
}

/** Whether two lines are the same, by the provider's number or by service, day and charge. */
export function isSameLine(a: PartLine, b: PartLine): boolean {
  return (a.control !== null && a.control === b.control) || looseKey(a) === looseKey(b)
}

export function looseKey({ service, submitted, revenue, from, billed }: PartLine): string {
  const { code = '', modifiers = [], system } = submitted ?? service ?? {}
  return [
    'line',
    // A hospital bills a room by its revenue code alone, and the payer repeats that as the service (`NU:0120`).
    system === 'revenue' ? '' : code,
    modifiers.join(':'),
    revenue?.padStart(4, '0') ?? '',
    from,
    billed === null ? '' : Math.abs(billed),
  ].join(' ')
}
