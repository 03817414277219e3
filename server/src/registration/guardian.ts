import { randomInt } from 'node:crypto'
import type { BodyOf } from '@portico/contract/call'
import type { requestGuardianPin, verifyGuardian } from '@portico/contract/calls/registration'
import { normalizeName } from '@portico/rules/registration/choices'
import { checkGuardian, checkPin, guardianFields, PIN_MS, pinLength } from '@portico/rules/registration/guardian'
import type { DataKey } from '../data-key.ts'
import { easternDay, isoDate } from '../day.ts'
import type { Database } from '../db/database.ts'
import type { EmailService } from '../email/service.ts'
import { CallError } from '../http/call-error.ts'
import type { CallContext } from '../http/context.ts'
import { inEvenTime } from '../identity/even-time.ts'
import type { GuardianStep, Limits } from '../identity/limits.ts'
import { hashSecret, newSecret } from '../identity/secrets.ts'
import type { Covered } from '../member/matching.ts'
import { isoOf, type RegistrationChecks, refuse } from './checks.ts'
import { type Coverages, childCode, coverageNames, numberOf, recordMember } from './coverage.ts'
import { findGuardian, isProven, keepPin, usePin } from './guardian-store.ts'

/** Proves the guardians of children of the plan for children, by what the plan knows of them and a PIN (ER-4, ER-5). */
export interface Guardians {
  /** Throws FIELD-INVALID, with UNDER_CHIP14 or OVER_CHIP14 at `guardian` for details that do not match; TOO-MANY-REQUESTS. */
  requestPin(body: BodyOf<typeof requestGuardianPin>, context: CallContext): Promise<void>
  /** Answers the proof. Throws FIELD-INVALID, TOO-MANY-REQUESTS. */
  verify(body: BodyOf<typeof verifyGuardian>, context: CallContext): Promise<string>
  /** Throws FIELD-INVALID at `guardian` where the proof is none for this child. */
  refuseUnproven(child: Covered, proof: string, now: Date): Promise<void>
}

export interface GuardianParts {
  readonly database: Database
  readonly dataKey: DataKey
  readonly limits: Limits
  readonly emails: EmailService
  readonly checks: RegistrationChecks
  readonly coverages: Coverages
}

export function createGuardians(parts: GuardianParts): Guardians {
  const { database, dataKey, limits, emails, checks, coverages } = parts
  const hashesOf = (pin: string, memberId: string) => dataKey.hashes(pin, `guardian pin ${memberId}`)

  return {
    requestPin: async (body, context) => {
      const { now, language } = context
      const brand = checks.brandOf(body.brand, context)
      const today = isoDate(easternDay(now))
      refuse([
        ...checks.problems(coverageNames, body, brand, context),
        ...guardianFields.flatMap((field) => {
          const problem = checkGuardian(field, body[field], today)
          return problem ? [{ field, code: problem.code }] : []
        }),
      ])
      await inEvenTime(async () => {
        const child = await coverages.covered(body, brand, context)
        const number = numberOf(body, brand)
        await count('guardian', number, now)
        const email = await match(child, body, number, context)
        if (email === null) throw unproven(child, now)
        await count('guardian-pin', number, now)
        const { memberId } = child
        const pin = String(randomInt(10 ** pinLength)).padStart(pinLength, '0')
        await database.transaction(async (tx) => {
          await keepPin(tx, memberId, hashesOf(pin, memberId)[0], new Date(now.getTime() + PIN_MS))
          await recordMember(tx, 'guardian.pin', memberId, 'done', context)
          const values = { pin, minutes: String(PIN_MS / 60_000) }
          await emails.queue(tx, { template: 'guardian-pin', to: email, brand: brand.code, language, values, now })
        })
      })
    },

    verify: async (body, context) => {
      const { now } = context
      const brand = checks.brandOf(body.brand, context)
      const wrong = checkPin(body.pin)
      refuse([
        ...checks.problems(coverageNames, body, brand, context),
        ...(wrong ? [{ field: 'pin', code: wrong.code }] : []),
      ])
      return inEvenTime(async () => {
        const { memberId } = await coverages.covered(body, brand, context)
        const number = numberOf(body, brand)
        await count('guardian-code', number, now)
        const proof = newSecret()
        const isRight = await database.transaction(async (tx) => {
          const used = await usePin(tx, memberId, hashesOf(body.pin, memberId), hashSecret(proof), now)
          await recordMember(tx, 'guardian.verify', memberId, used ? 'done' : 'refused', context)
          if (used) {
            await limits.succeedGuardian(tx, 'guardian-code', number)
            await limits.succeedGuardian(tx, 'guardian-pin', number)
          }
          return used
        })
        if (!isRight) refuse([{ field: 'pin', code: 'pin.wrong' }])
        return proof
      })
    },

    refuseUnproven: async (child, proof, now) => {
      if (!(await isProven(database.read, child.memberId, hashSecret(proof), now))) throw unproven(child, now)
    },
  }

  async function count(step: GuardianStep, number: string, now: Date): Promise<void> {
    if (!(await limits.reserveGuardian(step, number, now))) throw new CallError('TOO-MANY-REQUESTS')
  }

  /** The address that the plan has of the guardian; null where the details are not theirs. */
  function match(
    { memberId }: Covered,
    body: BodyOf<typeof requestGuardianPin>,
    number: string,
    context: CallContext,
  ): Promise<string | null> {
    return database.transaction(async (tx) => {
      const known = await findGuardian(tx, memberId)
      const email =
        known !== undefined &&
        normalizeName(known.first_name) === normalizeName(body.guardianFirstName) &&
        normalizeName(known.last_name) === normalizeName(body.guardianLastName) &&
        known.date_of_birth === isoOf(body.guardianDateOfBirth, context.now)
          ? known.email
          : null
      await recordMember(tx, 'guardian.match', memberId, email === null ? 'refused' : 'done', context)
      if (email !== null) await limits.succeedGuardian(tx, 'guardian', number)
      return email
    })
  }
}

function unproven(child: Covered, now: Date): CallError {
  return new CallError('FIELD-INVALID', { fields: [{ field: 'guardian', code: childCode(child, now) }] })
}
