import type { BodyOf } from '@portico/contract/call'
import type { createProspect, registerMember } from '@portico/contract/calls/registration'
import type { Brand } from '@portico/rules/brand/types'
import { linkLifetimes } from '@portico/rules/link-lifetimes'
import { findSegment, type Segment } from '@portico/rules/registration/choices'
import { normalizeLoginId } from '@portico/rules/validation/login-id'
import { formatPhone } from '@portico/rules/validation/phone'
import { phoneTypes } from '@portico/rules/validation/phone-type'
import type { NewAccount } from '../../identity/accounts/new-accounts.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import { stranger } from '../../platform/limits/limits.ts'
import { recordMember } from './coverage.ts'
import type { RegistrationServiceParts } from './parts.ts'
import { dropSaved } from './saved-store.ts'

export type MemberBody = BodyOf<typeof registerMember>

export type ProspectBody = BodyOf<typeof createProspect>

/** Stores the future account and sends the link that opens it. */
export async function keepPending(
  parts: RegistrationServiceParts,
  body: MemberBody | ProspectBody,
  brand: Brand,
  whose: Pick<NewAccount, 'role' | 'memberId' | 'firstName' | 'lastName' | 'dateOfBirth'>,
  guardian: boolean,
  context: CallContext,
) {
  const { limits, passwords, chosenAnswers, database, pending, emails } = parts
  const { now, origin, language } = context
  if (!(await limits.reserveRequest('registration', origin.address, now))) throw new CallError('TOO-MANY-REQUESTS')
  const segment = findSegment(body.userType)
  const account: NewAccount = {
    ...whose,
    ...findPlace(parts, body, segment),
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

function findPlace(
  { zips }: RegistrationServiceParts,
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
