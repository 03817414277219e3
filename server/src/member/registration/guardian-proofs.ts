import { randomInt } from 'node:crypto'
import type { BodyOf } from '@portico/contract/call'
import type { requestSignInPin } from '@portico/contract/calls/registration'
import { normalizeName } from '@portico/rules/registration/choices'
import { checkGuardian, checkPin, guardianFields, PIN_MS, pinLength } from '@portico/rules/registration/guardian'
import { hashSecret, newSecret } from '../../identity/tokens/secrets.ts'
import type { EmailService } from '../../mailing/email/service.ts'
import type { DataKey } from '../../platform/data-key.ts'
import { easternDay, isoDate } from '../../platform/day.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { CallError, type FieldProblem, fieldError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { GuardianStep, Limits } from '../../platform/limits/limits.ts'
import type { MatchedPerson } from '../member/matching.ts'
import { toIsoDay } from './checks.ts'
import { childCode, recordMember } from './coverage.ts'
import { findGuardian, isProven, keepPin, usePin } from './guardian-store.ts'

type Details = BodyOf<typeof requestSignInPin>

/** A child in the children's plan. We count the tries of the guardians by the child's id, since several numbers can find the child. */
export type GuardedChild = Pick<MatchedPerson, 'memberId' | 'dateOfBirth'>

/** Proves guardians by the plan's data about them and a PIN (ER-4, ER-5), wherever a guardian is needed. */
export interface GuardianProofs {
  /** Problems of the details, by the rules alone. */
  problems(details: Details, now: Date): FieldProblem[]
  /**
   * Counts a try before it sends a PIN, and returns the address on file if the details are the guardian's. Throws FIELD-INVALID with
   * UNDER_CHIP14 or OVER_CHIP14 at `guardian`; TOO-MANY-REQUESTS at the last try that does not match, and from then on.
   */
  requireAddress(child: GuardedChild, details: Details, context: CallContext): Promise<string>
  sendPin(
    tx: Tx,
    child: GuardedChild,
    letter: { readonly to: string; readonly brand: string; readonly link: string },
    context: CallContext,
  ): Promise<void>
  /**
   * Counts a try before the PIN is checked, and returns the error for a wrong PIN: FIELD-INVALID with pin.wrong at `pin`,
   * TOO-MANY-REQUESTS at the last try. Throws TOO-MANY-REQUESTS from then on.
   */
  reserveTry(child: GuardedChild, now: Date): Promise<CallError>
  /** Exchanges a PIN for a proof; null for a wrong PIN. */
  takePin(tx: Tx, child: GuardedChild, pin: string, now: Date): Promise<string | null>
  /** Throws FIELD-INVALID at `guardian` if the proof is not valid for this child. */
  refuseUnproven(child: GuardedChild, proof: string, now: Date): Promise<void>
}

/** What the proof of guardians depends on. */
export interface GuardianProofParts {
  readonly database: Database
  readonly dataKey: DataKey
  readonly limits: Limits
  readonly emails: EmailService
}

export function createGuardianProofs(parts: GuardianProofParts): GuardianProofs {
  return {
    problems: (details, now) => checkDetails(details, now),
    requireAddress: (child, details, context) => findAddress(parts, child, details, context),
    sendPin: (tx, child, letter, context) => sendPinTo(parts, tx, child, letter, context),
    reserveTry: (child, now) => reserveTry(parts, child, now),
    takePin: (tx, child, pin, now) => exchangePin(parts, tx, child, pin, now),
    refuseUnproven: (child, proof, now) => requireProof(parts, child, proof, now),
  }
}

function checkDetails(details: Details, now: Date): FieldProblem[] {
  const today = isoDate(easternDay(now))
  return guardianFields.flatMap((field) => {
    const problem = checkGuardian(field, details[field], today)
    return problem ? [{ field, code: problem.code }] : []
  })
}

async function findAddress(
  parts: GuardianProofParts,
  child: GuardedChild,
  details: Details,
  context: CallContext,
): Promise<string> {
  const { now } = context
  const { memberId } = child
  parts.limits.tidy(now)
  await countTry(parts, 'guardian', memberId, now)
  const to = await matchGuardian(parts, child, details, context)
  if (to === null) throw (await isLast(parts, 'guardian', memberId, now)) ? tooMany() : refuseChild(child, now)
  await countTry(parts, 'guardian-pin', memberId, now)
  return to
}

async function sendPinTo(
  parts: GuardianProofParts,
  tx: Tx,
  { memberId }: GuardedChild,
  { to, brand, link }: Parameters<GuardianProofs['sendPin']>[2],
  { now, language }: CallContext,
): Promise<void> {
  const pin = String(randomInt(10 ** pinLength)).padStart(pinLength, '0')
  await keepPin(tx, memberId, hashPin(parts, pin, memberId)[0], new Date(now.getTime() + PIN_MS))
  const values = { pin, link, minutes: String(PIN_MS / 60_000) }
  await parts.emails.queue(tx, { template: 'guardian-pin', to, brand, language, memberId: null, values, now })
}

async function reserveTry(parts: GuardianProofParts, { memberId }: GuardedChild, now: Date): Promise<CallError> {
  await countTry(parts, 'guardian-code', memberId, now)
  return (await isLast(parts, 'guardian-code', memberId, now)) ? tooMany() : fieldError('pin', 'pin.wrong')
}

async function exchangePin(
  parts: GuardianProofParts,
  tx: Tx,
  { memberId }: GuardedChild,
  pin: string,
  now: Date,
): Promise<string | null> {
  const proof = newSecret()
  if (!(await usePin(tx, memberId, hashPin(parts, pin, memberId), hashSecret(proof), now))) return null
  await parts.limits.succeedGuardian(tx, 'guardian-code', memberId)
  await parts.limits.succeedGuardian(tx, 'guardian-pin', memberId)
  return proof
}

async function requireProof(
  { database }: GuardianProofParts,
  child: GuardedChild,
  proof: string,
  now: Date,
): Promise<void> {
  if (!(await isProven(database.read, child.memberId, hashSecret(proof), now))) throw refuseChild(child, now)
}

function hashPin({ dataKey }: GuardianProofParts, pin: string, memberId: string) {
  return dataKey.hashes(pin, `guardian pin ${memberId}`)
}

async function countTry(
  { limits }: GuardianProofParts,
  step: GuardianStep,
  memberId: string,
  now: Date,
): Promise<void> {
  if (!(await limits.reserveGuardian(step, memberId, now))) throw tooMany()
}

/** Whether it was the last try, which the answer tells the person. */
function isLast({ limits }: GuardianProofParts, step: GuardianStep, memberId: string, now: Date): Promise<boolean> {
  return limits.isGuardianLocked(step, memberId, now)
}

function tooMany(): CallError {
  return new CallError('TOO-MANY-REQUESTS')
}

/** The guardian's address in the plan's data; null if the details are not theirs. */
function matchGuardian(
  { database, limits }: GuardianProofParts,
  { memberId }: GuardedChild,
  details: Details,
  context: CallContext,
): Promise<string | null> {
  return database.transaction(async (tx) => {
    const known = await findGuardian(tx, memberId)
    const email =
      known !== undefined &&
      normalizeName(known.first_name) === normalizeName(details.guardianFirstName) &&
      normalizeName(known.last_name) === normalizeName(details.guardianLastName) &&
      known.date_of_birth === toIsoDay(details.guardianDateOfBirth, context.now)
        ? known.email
        : null
    await recordMember(tx, 'guardian.match', memberId, email === null ? 'refused' : 'done', context)
    if (email !== null) await limits.succeedGuardian(tx, 'guardian', memberId)
    return email
  })
}

/** Problems of a PIN, by its rule alone. */
export function pinProblems(pin: string): FieldProblem[] {
  const wrong = checkPin(pin)
  return wrong ? [{ field: 'pin', code: wrong.code }] : []
}

function refuseChild(child: Pick<MatchedPerson, 'dateOfBirth'>, now: Date): CallError {
  return fieldError('guardian', childCode(child, now))
}
