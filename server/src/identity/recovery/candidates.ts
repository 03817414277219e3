import type { BodyOf } from '@portico/contract/call'
import type * as calls from '@portico/contract/calls/recovery'
import type { Brand } from '@portico/rules/brand/types'
import { linkLifetimes } from '@portico/rules/link-lifetimes'
import { normalizeMemberId } from '@portico/rules/registration/choices'
import { checkDate, parseDate } from '@portico/rules/validation/date'
import { checkLoginId, normalizeLoginId } from '@portico/rules/validation/login-id'
import { checkMemberId } from '@portico/rules/validation/member-id'
import { easternDay, formatIsoDay, isoDate } from '../../platform/day.ts'
import type { Reader, Tx } from '../../platform/db/database.ts'
import { CallError, refuseFields } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Requester } from '../../platform/limits/limits.ts'
import { type Owner, ownerOfCard } from '../accounts/people.ts'
import type { RecoveryParts } from './parts.ts'
import { openTicket } from './tickets.ts'

type Card = BodyOf<typeof calls.usernameQuestions>

type PageBrand = Pick<Brand, 'code' | 'memberNumber'>

/** Someone who may or may not have an account, and the key for choosing their questions and counting attempts. */
export interface Candidate {
  readonly key: string
  find(db: Reader): Promise<Owner | null>
}

/** Counts the request by its address; other people's requests from there do not stop someone known there. */
export async function admit(
  { limits }: RecoveryParts,
  owners: readonly (Owner | null)[],
  { origin, now }: CallContext,
): Promise<Requester> {
  limits.tidy(now)
  const { address } = origin
  const loginIds = owners.map((owner) => owner?.loginId ?? '')
  const isKnown = await limits.isKnown(['', ...loginIds], address, now)
  if (!(await limits.reserveRequest('recovery', address, now)) && !isKnown) throw new CallError('TOO-MANY-REQUESTS')
  return { address, isKnown }
}

export function openPasswordTicket(tx: Tx, accountId: string, now: Date): Promise<string> {
  return openTicket(tx, accountId, { now, goodForMs: linkLifetimes['new-password'] })
}

/** The subject of a request, for the audit log; nulls if the person is unknown. */
export function toSubject(owner: Owner | null) {
  return { recordId: owner?.accountId ?? null, memberId: owner?.memberId ?? null }
}

/** The person whom a card identifies. Throws FIELD-INVALID for details that no card of the brand can have. */
export function identifyByCard(
  card: Card,
  { code: brand, memberNumber: form }: PageBrand,
  { now }: CallContext,
): Candidate {
  const today = isoDate(easternDay(now))
  const memberNumber = normalizeMemberId(card.memberId)
  const typed = card.dateOfBirth.trim()
  refuseProblems({
    memberId: checkMemberId(memberNumber, form, { required: true }),
    dateOfBirth: checkDate(typed, { today, required: true }),
  })
  const day = parseDate(typed, today)
  const dateOfBirth = day && formatIsoDay(day)
  return {
    key: `member ${memberNumber}`,
    find: async (db) => (dateOfBirth === null ? null : ownerOfCard(db, { brand, memberNumber, dateOfBirth })),
  }
}

export function requireLoginId(typed: string): string {
  const loginId = normalizeLoginId(typed)
  refuseProblems({ logonId: checkLoginId(loginId) })
  return loginId
}

/** Throws FIELD-INVALID with every field that has a problem. */
export function refuseProblems(problems: Readonly<Record<string, { readonly code: string } | null>>): void {
  const fields = Object.entries(problems).flatMap(([field, problem]) =>
    problem ? [{ field, code: problem.code }] : [],
  )
  refuseFields(fields)
}
