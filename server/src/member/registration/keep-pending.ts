import type { BodyOf } from '@portico/contract/call'
import type { createProspect, registerMember } from '@portico/contract/calls/registration'
import type { Brand } from '@portico/rules/brand/types'
import { linkLifetimes } from '@portico/rules/link-lifetimes'
import { findSegment, type Segment } from '@portico/rules/registration/choices'
import { normalizeLoginId } from '@portico/rules/validation/login-id'
import { formatPhone } from '@portico/rules/validation/phone'
import { phoneTypes } from '@portico/rules/validation/phone-type'
import type { NewAccount } from '../../identity/accounts/new-accounts.ts'
import type { Tx } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import { aboutEach } from '../../platform/http/recorded.ts'
import { stranger } from '../../platform/limits/limits.ts'
import type { RegistrationServiceParts } from './parts.ts'
import type { PendingAccount } from './pending.ts'
import { dropSaved } from './saved-store.ts'

export type MemberBody = BodyOf<typeof registerMember>

export type ProspectBody = BodyOf<typeof createProspect>

/** A future account, before it is stored. */
export interface PreparedRegistration {
  readonly pending: PendingAccount
  readonly brand: string
  /** Whether its address may get one more e-mail. */
  readonly mayWrite: boolean
}

/** Throws TOO-MANY-REQUESTS. */
export async function preparePending(
  parts: RegistrationServiceParts,
  body: MemberBody | ProspectBody,
  brand: Brand,
  whose: Pick<NewAccount, 'role' | 'memberId' | 'firstName' | 'lastName' | 'dateOfBirth'>,
  guardian: boolean,
  { now, origin }: CallContext,
): Promise<PreparedRegistration> {
  const { limits, passwords, chosenAnswers } = parts
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
  // Stops a flood of e-mails to an address silently.
  const mayWrite = await limits.reserveLetter(`registration ${body.email.toLowerCase()}`, stranger(origin), now)
  return { pending: { account, answers, guardian, segment }, brand: brand.code, mayWrite }
}

/** Stores the future account and sends the link that opens it. */
export async function keepPending(
  { pending, emails }: RegistrationServiceParts,
  tx: Tx,
  body: MemberBody | ProspectBody,
  prepared: PreparedRegistration,
  { now, language }: CallContext,
) {
  const { memberId } = prepared.pending.account
  const ticket = prepared.mayWrite ? await pending.keep(tx, body.registrationId, prepared.pending, now) : null
  const subject = { recordId: memberId, memberId }
  const accepted = { accepted: true as const }
  if (ticket === null) return aboutEach([{ ...subject, outcome: 'refused' }], accepted)
  if (body.savedId !== undefined) await dropSaved(tx, body.savedId)
  const values = {
    link: `/login/#/confirm-registration?ticket=${ticket}`,
    validHours: String(linkLifetimes['confirm-registration'] / (60 * 60_000)),
  }
  const letter = { template: 'confirm-registration', to: body.email, brand: prepared.brand } as const
  await emails.queue(tx, { ...letter, language, memberId: null, values, now })
  return aboutEach([subject], accepted)
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
