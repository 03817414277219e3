import type { ConnectionSettings, SignOnOutcome } from '@portico/rules/identity/connection'
import { maxGroups } from '@portico/rules/identity/group-claims'
import type { ArrivedIdentity } from '../../platform/db/tables.ts'

export type Claims = ArrivedIdentity['claims']

/** What a provider has said about someone, proven to be its own and for us. */
export type Arrived = ArrivedIdentity

/** A sign-in that did not come to its end; `detail` is for administrators, and is never a secret or about a person. */
export class SignOnFailure extends Error {
  readonly outcome: SignOnOutcome
  readonly detail: string | null

  constructor(outcome: SignOnOutcome, detail: string | null = null) {
    super(outcome)
    this.outcome = outcome
    this.detail = detail?.slice(0, 200) ?? null
  }
}

/** What a provider's answer has to fit; kept until it comes. */
export type Proof = Readonly<Record<string, string>>

/** How far the clocks of a provider and ours may be apart, in seconds. */
export const clockToleranceS = 150

const maxClaims = 60
const maxValue = 500

/** Values of unknown shape as texts; others, and what is too much, are left out, but never a claim that the connection reads. */
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

/** A moment that a provider names, in ms, as ISO 8601; null for one that is no moment. */
export function toMoment(ms: number): string | null {
  const at = new Date(ms)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}

/** The text of a failure of a library, without what it may quote. */
export function describeCause(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const { code } = error as { readonly code?: unknown }
  return typeof code === 'string' ? code : error.name
}
