import type { ConnectionSettings, SignOnOutcome } from '@portico/rules/identity/connection'
import { maxGroups } from '@portico/rules/identity/group-claims'
import type { ArrivedIdentity } from '../../platform/db/tables.ts'

export type Claims = ArrivedIdentity['claims']

/** A provider's assertion about someone, proven to be the provider's own and meant for us. */
export type Arrived = ArrivedIdentity

/** A sign-in that failed; `detail` is for administrators, and never contains a secret or anything about a person. */
export class SignOnFailure extends Error {
  readonly outcome: SignOnOutcome
  readonly detail: string | null

  constructor(outcome: SignOnOutcome, detail: string | null = null) {
    super(outcome)
    this.outcome = outcome
    this.detail = detail?.slice(0, 200) ?? null
  }
}

/** What a provider's answer must match; stored until it arrives. */
export type Proof = Readonly<Record<string, string>>

/** Tolerated difference between a provider's clock and ours, in seconds. */
export const clockToleranceS = 150

const maxClaims = 60
const maxValue = 500

/**
 * Values of unknown shape as texts; leaves out other values and whatever exceeds the limits, but never a claim that the connection reads.
 */
export function readClaims(
  sent: Readonly<Record<string, unknown>>,
  { nameClaim, groupsClaim }: Pick<ConnectionSettings, 'nameClaim' | 'groupsClaim'>,
): Claims {
  const isRead = ([name]: readonly [string, unknown]) => name === nameClaim || name === groupsClaim
  const named = Object.entries(sent)
    .toSorted((one, other) => Number(isRead(other)) - Number(isRead(one)))
    .slice(0, maxClaims)
  return Object.fromEntries(
    named.map(([name, value]) => [
      name.slice(0, 200),
      [value]
        .flat()
        .filter((one) => ['string', 'number', 'boolean'].includes(typeof one))
        .slice(0, maxGroups)
        .map((one) => String(one).slice(0, maxValue)),
    ]),
  )
}

/** A provider's time, in ms, as ISO 8601; null if it is not a valid time. */
export function toMoment(ms: number): string | null {
  const at = new Date(ms)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}

/** The text of a library's failure, without anything that it may quote. */
export function describeCause(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const { code } = error as { readonly code?: unknown }
  return typeof code === 'string' ? code : error.name
}
