import type { createProspect, matchCoverage, registerMember } from '@portico/contract/calls/registration'
import type { Brand } from '@portico/rules/brand/types'
import { isVisitor } from '@portico/rules/registration/choices'
import { registrationFields } from '@portico/rules/registration/fields'
import { normalizeLoginId } from '@portico/rules/validation/login-id'
import { fieldError, refuseFields } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import { about, refuseKeeping } from '../../platform/http/recorded.ts'
import type { FinishedHandler, PreparedHandler } from '../../platform/http/stages.ts'
import type { MatchedPerson } from '../member/matching.ts'
import { toIsoDay } from './checks.ts'
import { coverageNames, findMatchRefusal } from './coverage.ts'
import {
  keepPending,
  type MemberBody,
  type PreparedRegistration,
  type ProspectBody,
  preparePending,
} from './keep-pending.ts'
import type { RegistrationServiceParts } from './parts.ts'

/** Throws FIELD-INVALID with GEN-NOMATCH at `coverage` if nobody can register with it. */
export const checkCoverage = ({
  checks,
  inEvenTime,
  coverages,
}: RegistrationServiceParts): FinishedHandler<typeof matchCoverage, Brand, MatchedPerson> => ({
  around: async ({ body }, context, run) => {
    const brand = checks.findBrand(body.brand, context)
    refuseFields([...checkVisitor(body.userType, false), ...checks.problems(coverageNames, body, brand, context)])
    return inEvenTime(run)
  },
  prepare: async ({ body }, context) => {
    const brand = checks.findBrand(body.brand, context)
    await coverages.reserveMatch(body, brand, context)
    return brand
  },
  handle: async ({ body }, context, tx, brand) => {
    const { memberId, person } = await coverages.match(tx, body, brand, context)
    if (person === null) return refuseKeeping(fieldError('coverage', 'GEN-NOMATCH'), [{ recordId: memberId, memberId }])
    return about(memberId, person, { memberId })
  },
  finish: async (person, { body }, { now }) => {
    const refusal = findMatchRefusal(person, body, now)
    if (refusal !== null) throw refusal
    return { matched: true as const, guardianNeeded: person.chip }
  },
})

export const submitMember = (
  parts: RegistrationServiceParts,
): PreparedHandler<typeof registerMember, PreparedRegistration> => ({
  around: async ({ body }, context, run) => {
    const { checks, inEvenTime } = parts
    await refuseAccount(parts, body, checks.findBrand(body.brand, context), context, false)
    return inEvenTime(run)
  },
  prepare: async ({ body }, context) => {
    const { checks, coverages, guardianProofs } = parts
    const brand = checks.findBrand(body.brand, context)
    const one = await coverages.requireCovered(body, brand, context)
    if (one.chip) await guardianProofs.refuseUnproven(one, body.guardianProof, context.now)
    const { memberId, firstName, lastName, dateOfBirth } = one
    const whose = { role: 'MEMBER', memberId, firstName, lastName, dateOfBirth } as const
    return preparePending(parts, body, brand, whose, one.chip, context)
  },
  handle: ({ body }, context, tx, prepared) => keepPending(parts, tx, body, prepared, context),
})

export const submitProspect = (
  parts: RegistrationServiceParts,
): PreparedHandler<typeof createProspect, PreparedRegistration> => ({
  around: async ({ body }, context, run) => {
    const { checks, inEvenTime } = parts
    await refuseAccount(parts, body, checks.findBrand(body.brand, context), context, true)
    return inEvenTime(run)
  },
  prepare: ({ body }, context) => {
    const names = { firstName: body.firstName.trim(), lastName: body.lastName.trim() }
    const dateOfBirth = toIsoDay(body.dateOfBirth, context.now)
    const whose = { role: 'PROS', memberId: null, ...names, dateOfBirth } as const
    return preparePending(parts, body, parts.checks.findBrand(body.brand, context), whose, false, context)
  },
  handle: ({ body }, context, tx, prepared) => keepPending(parts, tx, body, prepared, context),
})

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
