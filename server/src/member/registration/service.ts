import type { BodyOf } from '@portico/contract/call'
import { createProspect, matchCoverage, registerMember } from '@portico/contract/calls/registration'
import type { Brand } from '@portico/rules/brand/types'
import { linkLifetimes } from '@portico/rules/link-lifetimes'
import { isVisitor, type Segment, segmentOf } from '@portico/rules/registration/choices'
import { registrationFields } from '@portico/rules/registration/fields'
import { normalizeLoginId } from '@portico/rules/validation/login-id'
import { formatPhone } from '@portico/rules/validation/phone'
import { phoneTypes } from '@portico/rules/validation/phone-type'
import type { ZipTable } from '../../brands/zip/table.ts'
import type { NewAccount } from '../../identity/accounts/new-accounts.ts'
import type { NewPasswords } from '../../identity/passwords/new-password.ts'
import type { Passwords } from '../../identity/passwords/passwords.ts'
import type { ChosenAnswers } from '../../identity/recovery/chosen-answers.ts'
import type { EmailService } from '../../mailing/email/service.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { CallError, refuseFields } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { InEvenTime } from '../../platform/limits/even-time.ts'
import { type Limits, stranger } from '../../platform/limits/limits.ts'
import { isoOf, type RegistrationChecks } from './checks.ts'
import { type Coverages, coverageNames, recordMember } from './coverage.ts'
import type { GuardianProofs } from './guardian-proofs.ts'
import type { PendingRegistrations } from './pending.ts'
import { dropSaved } from './saved-store.ts'

type MemberBody = BodyOf<typeof registerMember>
type ProspectBody = BodyOf<typeof createProspect>

export interface RegistrationServiceParts {
  readonly database: Database
  readonly limits: Limits
  readonly passwords: Passwords
  readonly newPasswords: NewPasswords
  readonly chosenAnswers: ChosenAnswers
  readonly emails: EmailService
  readonly zips: ZipTable
  readonly checks: RegistrationChecks
  readonly coverages: Coverages
  readonly guardianProofs: GuardianProofs
  readonly pending: PendingRegistrations
  readonly inEvenTime: InEvenTime
}

/**
 * Registration of members and prospects (RG-1). Whether a login ID or an e-mail address is known makes no difference to what these
 * calls do, answer, or how long they take: only someone who has proven to own the address is told.
 */
export function bindNewAccounts(binder: Binder, parts: RegistrationServiceParts): void {
  const { database, limits, passwords, newPasswords, chosenAnswers, emails, zips, checks, pending } = parts
  const { coverages, guardianProofs, inEvenTime } = parts
  // Throws FIELD-INVALID with GEN-NOMATCH at `coverage` if no one can register with it.
  binder.bind(matchCoverage, async ({ body }, context) => {
    const brand = checks.brandOf(body.brand, context)
    refuseFields([...visitorProblem(body.userType, false), ...checks.problems(coverageNames, body, brand, context)])
    return inEvenTime(async () => {
      const { chip } = await coverages.covered(body, brand, context)
      return { matched: true as const, guardianNeeded: chip }
    })
  })

  binder.bind(registerMember, async ({ body }, context) => {
    const brand = checks.brandOf(body.brand, context)
    await refuseAccount(body, brand, context, false)
    return inEvenTime(async () => {
      const one = await coverages.covered(body, brand, context)
      if (one.chip) await guardianProofs.refuseUnproven(one, body.guardianProof, context.now)
      const { memberId, firstName, lastName, dateOfBirth } = one
      const whose = { role: 'MEMBER', memberId, firstName, lastName, dateOfBirth } as const
      return keep(body, brand, whose, one.chip, context)
    })
  })

  binder.bind(createProspect, async ({ body }, context) => {
    const brand = checks.brandOf(body.brand, context)
    await refuseAccount(body, brand, context, true)
    const names = { firstName: body.firstName.trim(), lastName: body.lastName.trim() }
    const whose = {
      role: 'PROS',
      memberId: null,
      ...names,
      dateOfBirth: isoOf(body.dateOfBirth, context.now),
    } as const
    return inEvenTime(() => keep(body, brand, whose, false, context))
  })

  /** Throws FIELD-INVALID with all problems of the whole form. */
  async function refuseAccount(
    body: MemberBody | ProspectBody,
    brand: Brand,
    context: CallContext,
    visitor: boolean,
  ): Promise<void> {
    const given = { ...body, terms: String(body.termsAccepted) }
    const { newPassword, answers } = body
    refuseFields([
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

  /** Stores the future account and sends the link that opens it. */
  async function keep(
    body: MemberBody | ProspectBody,
    brand: Brand,
    whose: Pick<NewAccount, 'role' | 'memberId' | 'firstName' | 'lastName' | 'dateOfBirth'>,
    guardian: boolean,
    context: CallContext,
  ) {
    const { now, origin, language } = context
    if (!(await limits.reserveRequest('registration', origin.address, now))) throw new CallError('TOO-MANY-REQUESTS')
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
    // A flood of e-mails to one address is stopped silently.
    const mayWrite = await limits.reserveLetter(`registration ${body.email.toLowerCase()}`, stranger(origin), now)
    await database.transaction(async (tx) => {
      const ticket = mayWrite
        ? await pending.keep(tx, body.registrationId, { account, answers, guardian, segment }, now)
        : null
      await recordMember(tx, 'registration.submit', whose.memberId, ticket === null ? 'refused' : 'done', context)
      if (ticket === null) return
      if (body.savedId !== undefined) await dropSaved(tx, body.savedId)
      const values = {
        link: `/login/#/confirm-registration?ticket=${ticket}`,
        validHours: String(linkLifetimes['confirm-registration'] / (60 * 60_000)),
      }
      await emails.queue(tx, {
        template: 'confirm-registration',
        to: body.email,
        brand: brand.code,
        language,
        memberId: null,
        values,
        now,
      })
    })
    return { accepted: true as const }
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

/** Members and visitors register in different ways; neither user type is valid for the other. */
function visitorProblem(userType: string, visitor: boolean) {
  return userType !== '' && isVisitor(userType) !== visitor ? [{ field: 'userType', code: 'select.not-chosen' }] : []
}
