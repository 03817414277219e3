import type { BodyOf } from '@portico/contract/call'
import type { createProspect, matchCoverage, registerMember } from '@portico/contract/calls/registration'
import type { Brand } from '@portico/rules/brand/types'
import {
  isGuardian,
  isVisitor,
  normalizeMemberId,
  REGISTRATION_MS,
  relationshipFits,
  type Segment,
  segmentOf,
} from '@portico/rules/registration/choices'
import { type RegistrationField, registrationFields } from '@portico/rules/registration/fields'
import { normalizeLoginId } from '@portico/rules/validation/login-id'
import { formatPhone } from '@portico/rules/validation/phone'
import { phoneTypes } from '@portico/rules/validation/phone-type'
import { recordAudit } from '../audit/store.ts'
import type { Database, Tx } from '../db/database.ts'
import type { EmailService } from '../email/service.ts'
import { CallError } from '../http/call-error.ts'
import type { CallContext } from '../http/context.ts'
import { inEvenTime } from '../identity/even-time.ts'
import type { Limits } from '../identity/limits.ts'
import { isRegistered, type NewAccount } from '../identity/new-accounts.ts'
import type { NewPasswords } from '../identity/new-password.ts'
import type { Passwords } from '../identity/passwords.ts'
import { type Covered, findCovered } from '../member/matching.ts'
import type { ChosenAnswers } from '../recovery/chosen-answers.ts'
import type { ZipTable } from '../zip/table.ts'
import { isoOf, type RegistrationChecks, refuse } from './checks.ts'
import type { PendingRegistrations } from './pending.ts'

type Coverage = BodyOf<typeof matchCoverage>
type MemberBody = BodyOf<typeof registerMember>
type ProspectBody = BodyOf<typeof createProspect>

/**
 * Registration of members and prospects (RG-1). Whether a login ID or an e-mail address is known changes nothing of what
 * these do or answer, or of the time it takes: it is told who has proven to own the address.
 */
export interface RegistrationService {
  /** Throws FIELD-INVALID, with GEN-NOMATCH at `coverage` where nobody can register with it; TOO-MANY-REQUESTS. */
  match(body: Coverage, context: CallContext): Promise<void>
  /** Throws FIELD-INVALID, as `match` does too; TOO-MANY-REQUESTS. */
  register(body: MemberBody, context: CallContext): Promise<void>
  /** Throws FIELD-INVALID, TOO-MANY-REQUESTS. */
  createProspect(body: ProspectBody, context: CallContext): Promise<void>
}

export interface RegistrationServiceParts {
  readonly database: Database
  readonly limits: Limits
  readonly passwords: Passwords
  readonly newPasswords: NewPasswords
  readonly chosenAnswers: ChosenAnswers
  readonly emails: EmailService
  readonly zips: ZipTable
  readonly checks: RegistrationChecks
  readonly pending: PendingRegistrations
}

const coverageNames: readonly RegistrationField[] = [
  ...(['userType', 'zipCode', 'relationship', 'memberId'] as const),
  ...(['firstName', 'lastName', 'dateOfBirth'] as const),
]

export function createRegistration(parts: RegistrationServiceParts): RegistrationService {
  const { database, limits, passwords, newPasswords, chosenAnswers, emails, zips, checks, pending } = parts
  return {
    match: async (body, context) => {
      const brand = checks.brandOf(body.brand, context)
      refuse([...visitorProblem(body.userType, false), ...checks.problems(coverageNames, body, brand, context)])
      await inEvenTime(() => covered(body, brand, context))
    },

    register: async (body, context) => {
      const brand = checks.brandOf(body.brand, context)
      await refuseAccount(body, brand, context, false)
      await inEvenTime(async () => {
        const { memberId, firstName, lastName, dateOfBirth } = await covered(body, brand, context)
        const whose = { role: 'MEMBER', memberId, firstName, lastName, dateOfBirth } as const
        await keep(body, brand, whose, isGuardian(body.relationship), context)
      })
    },

    createProspect: async (body, context) => {
      const brand = checks.brandOf(body.brand, context)
      await refuseAccount(body, brand, context, true)
      const names = { firstName: body.firstName.trim(), lastName: body.lastName.trim() }
      const whose = {
        role: 'PROS',
        memberId: null,
        ...names,
        dateOfBirth: isoOf(body.dateOfBirth, context.now),
      } as const
      await inEvenTime(() => keep(body, brand, whose, false, context))
    },
  }

  /** Whom the coverage is of; the same refusal for details of nobody, and of somebody who is registered already. */
  async function covered(body: Omit<Coverage, 'userType'>, brand: Brand, context: CallContext): Promise<Covered> {
    const { now, origin } = context
    const number = `${brand.code} ${normalizeMemberId(body.memberId)}`
    limits.tidy(now)
    if (!(await limits.reserveMatch(number, origin.address, now))) throw new CallError('TOO-MANY-REQUESTS')
    const found = await database.transaction(async (tx) => {
      const one = await findCovered(tx, {
        brand: brand.code,
        contractNumber: body.memberId,
        firstName: body.firstName,
        lastName: body.lastName,
        dateOfBirth: isoOf(body.dateOfBirth, now),
      })
      const matched =
        one !== null && relationshipFits(body.relationship, one) && !(await isRegistered(tx, one.memberId))
      await record(tx, 'registration.match', one?.memberId ?? null, matched ? 'done' : 'refused', context)
      if (matched) await limits.succeedMatch(tx, number, origin.address)
      return matched ? one : null
    })
    if (found === null) throw new CallError('FIELD-INVALID', { fields: [{ field: 'coverage', code: 'GEN-NOMATCH' }] })
    return found
  }

  /** Throws FIELD-INVALID for whatever is wrong with the whole form. */
  async function refuseAccount(
    body: MemberBody | ProspectBody,
    brand: Brand,
    context: CallContext,
    visitor: boolean,
  ): Promise<void> {
    const given = { ...body, terms: String(body.termsAccepted) }
    const { newPassword, answers } = body
    refuse([
      ...visitorProblem(body.userType, visitor),
      ...checks.problems(registrationFields, given, brand, context),
      ...(await newPasswords.problems(
        database.read,
        { brand: brand.code, login_id: normalizeLoginId(body.logonId) },
        newPassword,
      )),
      ...(await chosenAnswers.problems(answers, brand.code, context.language)),
    ])
  }

  /** Keeps what is to become an account and sends the link that opens it. */
  async function keep(
    body: MemberBody | ProspectBody,
    brand: Brand,
    whose: Pick<NewAccount, 'role' | 'memberId' | 'firstName' | 'lastName' | 'dateOfBirth'>,
    guardian: boolean,
    context: CallContext,
  ): Promise<void> {
    const { now, origin, language } = context
    if (!(await limits.reserveRecovery(origin.address, now))) throw new CallError('TOO-MANY-REQUESTS')
    const segment = segmentOf(body.userType)
    const account: NewAccount = {
      ...whose,
      ...placeOf(body, segment),
      loginId: normalizeLoginId(body.logonId),
      passwordHash: await passwords.hash(body.newPassword),
      brand: brand.code,
      storeId: brand.storeID,
      email: body.email,
      phone: formatPhone(body.phone.trim()),
      phoneType: phoneTypes.find((type) => type === body.phoneType) ?? null,
    }
    const answers = await chosenAnswers.hash(body.answers)
    // A flood of e-mails to one address is stopped without a word.
    const mayWrite = await limits.reserveRecoveryOf(`registration ${body.email.toLowerCase()}`, now)
    await database.transaction(async (tx) => {
      const ticket = mayWrite
        ? await pending.keep(tx, body.registrationId, { account, answers, guardian, segment }, now)
        : null
      await record(tx, 'registration.submit', whose.memberId, ticket === null ? 'refused' : 'done', context)
      if (ticket === null) return
      const values = {
        link: `/login/#/confirm-registration?ticket=${ticket}`,
        validHours: String(REGISTRATION_MS / (60 * 60_000)),
      }
      await emails.queue(tx, {
        ...{ template: 'confirm-registration', to: body.email, brand: brand.code, language, values, now },
      })
    })
  }

  function placeOf(
    { zipCode, county }: Pick<MemberBody, 'zipCode' | 'county'>,
    segment: Segment | null,
  ): Pick<NewAccount, 'city' | 'state' | 'zipCode' | 'county' | 'market'> {
    const place = zips.place(zipCode)
    const counties = zips.counties(zipCode)
    const chosen = counties.find(({ fips }) => fips === county) ?? counties[0]
    return {
      city: place?.city ?? null,
      state: chosen?.state ?? place?.state ?? null,
      zipCode,
      county: chosen?.name ?? null,
      market: segment === 'MED' ? 'MEDICARE' : null,
    }
  }
}

/** A visitor's registration is no member's, and the other way round. */
function visitorProblem(userType: string, visitor: boolean) {
  return userType !== '' && isVisitor(userType) !== visitor ? [{ field: 'userType', code: 'select.not-chosen' }] : []
}

function record(
  tx: Tx,
  action: string,
  memberId: string | null,
  outcome: 'done' | 'refused',
  { origin, now }: CallContext,
): Promise<void> {
  return recordAudit(
    tx,
    { action, recordType: 'member', recordId: memberId, memberId, outcome, actor: null, origin },
    now,
  )
}
