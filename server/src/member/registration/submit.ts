import type { PayloadOf } from '@portico/contract/call'
import type { createProspect, matchCoverage, registerMember } from '@portico/contract/calls/registration'
import type { Brand } from '@portico/rules/brand/types'
import { isVisitor } from '@portico/rules/registration/choices'
import { registrationFields } from '@portico/rules/registration/fields'
import { normalizeLoginId } from '@portico/rules/validation/login-id'
import type { CallInput } from '../../platform/http/bind.ts'
import { refuseFields } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import { toIsoDay } from './checks.ts'
import { coverageNames } from './coverage.ts'
import { keepPending, type MemberBody, type ProspectBody } from './keep-pending.ts'
import type { RegistrationServiceParts } from './parts.ts'

/** Throws FIELD-INVALID with GEN-NOMATCH at `coverage` if no one can register with it. */
export async function checkCoverage(
  { checks, inEvenTime, coverages }: RegistrationServiceParts,
  { body }: CallInput<typeof matchCoverage>,
  context: CallContext,
): Promise<PayloadOf<typeof matchCoverage>> {
  const brand = checks.findBrand(body.brand, context)
  refuseFields([...checkVisitor(body.userType, false), ...checks.problems(coverageNames, body, brand, context)])
  return inEvenTime(async () => {
    const { chip } = await coverages.requireCovered(body, brand, context)
    return { matched: true as const, guardianNeeded: chip }
  })
}

export async function submitMember(
  parts: RegistrationServiceParts,
  { body }: CallInput<typeof registerMember>,
  context: CallContext,
): Promise<PayloadOf<typeof registerMember>> {
  const { checks, inEvenTime, coverages, guardianProofs } = parts
  const brand = checks.findBrand(body.brand, context)
  await refuseAccount(parts, body, brand, context, false)
  return inEvenTime(async () => {
    const one = await coverages.requireCovered(body, brand, context)
    if (one.chip) await guardianProofs.refuseUnproven(one, body.guardianProof, context.now)
    const { memberId, firstName, lastName, dateOfBirth } = one
    const whose = { role: 'MEMBER', memberId, firstName, lastName, dateOfBirth } as const
    return keepPending(parts, body, brand, whose, one.chip, context)
  })
}

export async function submitProspect(
  parts: RegistrationServiceParts,
  { body }: CallInput<typeof createProspect>,
  context: CallContext,
): Promise<PayloadOf<typeof createProspect>> {
  const { checks, inEvenTime } = parts
  const brand = checks.findBrand(body.brand, context)
  await refuseAccount(parts, body, brand, context, true)
  const names = { firstName: body.firstName.trim(), lastName: body.lastName.trim() }
  const whose = {
    role: 'PROS',
    memberId: null,
    ...names,
    dateOfBirth: toIsoDay(body.dateOfBirth, context.now),
  } as const
  return inEvenTime(() => keepPending(parts, body, brand, whose, false, context))
}

/** Throws FIELD-INVALID with all problems of the whole form. */
async function refuseAccount(
  { checks, newPasswords, database, chosenAnswers }: RegistrationServiceParts,
  body: MemberBody | ProspectBody,
  brand: Brand,
  context: CallContext,
  visitor: boolean,
): Promise<void> {
  const given = { ...body, terms: String(body.termsAccepted) }
  const { newPassword, answers } = body
  refuseFields([
    ...checkVisitor(body.userType, visitor),
    ...checks.problems(registrationFields, given, brand, context),
    ...(await newPasswords.problems(
      database.read,
      { brand: brand.code, login_id: normalizeLoginId(body.logonId) },
      newPassword,
    )),
    ...(await chosenAnswers.problems(answers, brand.code, context.language)),
  ])
}

/** Members and visitors register in different ways; neither user type is valid for the other. */
function checkVisitor(userType: string, visitor: boolean) {
  return userType !== '' && isVisitor(userType) !== visitor ? [{ field: 'userType', code: 'select.not-chosen' }] : []
}
