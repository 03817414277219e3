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
import { CallError, type FieldProblem, fieldError, refuseFields } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { GuardianStep, Limits } from '../../platform/limits/limits.ts'
import type { MatchedPerson } from '../member/matching.ts'
import { toIsoDay } from './checks.ts'
import { childCode, recordMember } from './coverage.ts'
import { findGuardian, isProven, keepPin, usePin } from './guardian-store.ts'

type Details = BodyOf<typeof requestSignInPin>

/** A child of the plan for children, by whose id the tries of its guardians are counted: it can be found by more than one number. */
export type GuardedChild = Pick<MatchedPerson, 'memberId' | 'dateOfBirth'>

/** Proves guardians by the plan's data about them and a PIN (ER-4, ER-5), wherever a guardian is needed. */
export interface GuardianProofs {
  /** Problems of the details, by the rules alone. */
  problems(details: Details, now: Date): FieldProblem[]
  /**
   * Sends a PIN to the address on file if the details are the guardian's. Throws FIELD-INVALID with UNDER_CHIP14 or OVER_CHIP14 at
   * `guardian`; TOO-MANY-REQUESTS at the last try that does not match, and from then on.
   */
  sendPin(
    child: GuardedChild,
    details: Details,
    letter: { readonly brand: string; readonly link: string },
    context: CallContext,
  ): Promise<void>
  /**
   * Exchanges a PIN for a proof; `then` runs in the same transaction. Throws FIELD-INVALID with pin.wrong at `pin`, TOO-MANY-REQUESTS at
   * the last wrong one and from then on.
   */
  takePin(child: GuardedChild, pin: string, context: CallContext, then?: (tx: Tx) => Promise<void>): Promise<string>
  /** Throws FIELD-INVALID at `guardian` if the proof is not valid for this child. */
  refuseUnproven(child: GuardedChild, proof: string, now: Date): Promise<void>
}

/** What guardians are proven with. */
export interface GuardianProofParts {
  readonly database: Database
  readonly dataKey: DataKey
  readonly limits: Limits
  readonly emails: EmailService
}

export function createGuardianProofs(parts: GuardianProofParts): GuardianProofs {
  return {
    problems: (details, now) => checkDetails(details, now),
    sendPin: (child, details, letter, context) => sendPinTo(parts, child, details, letter, context),
    takePin: (child, pin, context, then) => exchangePin(parts, child, pin, context, then),
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

async function sendPinTo(
  parts: GuardianProofParts,
  child: GuardedChild,
  details: Details,
  { brand, link }: { readonly brand: string; readonly link: string },
  context: CallContext,
): Promise<void> {
  const { limits, database, emails } = parts
  const { now, language } = context
  const { memberId } = child
  limits.tidy(now)
  await countTry(parts, 'guardian', memberId, now)
  const to = await matchGuardian(parts, child, details, context)
  if (to === null) {
    await refuseLast(parts, 'guardian', memberId, now)
    throw refuseChild(child, now)
  }
  await countTry(parts, 'guardian-pin', memberId, now)
  const pin = String(randomInt(10 ** pinLength)).padStart(pinLength, '0')
  await database.transaction(async (tx) => {
    await keepPin(tx, memberId, hashPin(parts, pin, memberId)[0], new Date(now.getTime() + PIN_MS))
    await recordMember(tx, 'guardian.pin', memberId, 'done', context)
    const values = { pin, link, minutes: String(PIN_MS / 60_000) }
    await emails.queue(tx, { template: 'guardian-pin', to, brand, language, memberId: null, values, now })
  })
}

async function exchangePin(
  parts: GuardianProofParts,
  { memberId }: GuardedChild,
  pin: string,
  context: CallContext,
  then?: (tx: Tx) => Promise<void>,
): Promise<string> {
  const { database, limits } = parts
  const { now } = context
  await countTry(parts, 'guardian-code', memberId, now)
  const proof = newSecret()
  const isRight = await database.transaction(async (tx) => {
    const used = await usePin(tx, memberId, hashPin(parts, pin, memberId), hashSecret(proof), now)
    await recordMember(tx, 'guardian.verify', memberId, used ? 'done' : 'refused', context)
    if (!used) return false
    await then?.(tx)
    await limits.succeedGuardian(tx, 'guardian-code', memberId)
    await limits.succeedGuardian(tx, 'guardian-pin', memberId)
    return true
  })
  if (!isRight) {
    await refuseLast(parts, 'guardian-code', memberId, now)
    refuseFields([{ field: 'pin', code: 'pin.wrong' }])
  }
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
  if (!(await limits.reserveGuardian(step, memberId, now))) throw new CallError('TOO-MANY-REQUESTS')
}

/** Throws TOO-MANY-REQUESTS at the last try, so that the person knows that it was the last. */
async function refuseLast(
  { limits }: GuardianProofParts,
  step: GuardianStep,
  memberId: string,
  now: Date,
): Promise<void> {
  if (await limits.isGuardianLocked(step, memberId, now)) throw new CallError('TOO-MANY-REQUESTS')
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
