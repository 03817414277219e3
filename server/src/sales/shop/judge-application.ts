import {
  type ApplicationContext,
  checkAdult,
  checkApplicantContact,
  checkConsent,
  checkGuardian,
  checkPerson,
  checkRelation,
  consentFields,
  contactFields,
  guardianFields,
  needsGuardian,
  personFields,
} from '@portico/rules/shop/application'
import { toMarket } from '@portico/rules/shop/lines'
import { findAdultAge } from '@portico/rules/shop/majority'
import { findCoverageStart } from '@portico/rules/shop/windows'
import { ageOnDay } from '@portico/rules/validation/age'
import { toIsoDay } from '../../member/registration/checks.ts'
import { easternDay, isoDate } from '../../platform/day.ts'
import { CallError, type FieldProblem, fieldError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Body } from './application.ts'
import type { EnrollmentParts } from './enrollment-parts.ts'
import type { QuotedPlan } from './quote.ts'

export async function judge(
  parts: EnrollmentParts,
  body: Body,
  brand: string,
  context: CallContext,
): Promise<{ readonly plan: QuotedPlan; readonly starts: string }> {
  const { territory, quotes } = parts
  const { county } = territory.counties(body.zipCode, body.county)
  if (county === null) throw fieldError('county', 'select.not-chosen')
  const { planId, planYear } = body
  const unaged = await quotes.one({ brand, planYear, planId, county, people: [] })
  if (unaged === null) throw new CallError('NOT-FOUND')
  const market = toMarket(unaged.line)
  const checks = {
    market,
    today: isoDate(easternDay(context.now)),
    adultFrom: findAdultAge(county.state),
  }
  const problems: FieldProblem[] = []
  const tell = (field: string, problem: { readonly code: string } | null) => {
    if (problem !== null) problems.push({ field, code: problem.code })
  }
  for (const [at, person] of body.people.entries())
    for (const field of personFields) tell(`${field}-${at}`, checkPerson(field, person[field], checks))
  for (const field of contactFields) tell(field, checkApplicantContact(field, body[field], checks))
  const name = judgeApplicant(body, checks, tell)
  for (const field of consentFields) tell(field, checkConsent(field, String(body[field]), name))
  if (market === 'medicare' && body.people.length !== 1) tell('firstName-1', { code: 'select.not-chosen' })
  const starts = findStart(parts, body, brand, unaged, context, tell)
  for (const [at] of body.people.entries())
    tell(`relation-${at}`, checkRelation(body.people, at, { ...checks, starts }))
  if (problems.length > 0 || starts === null) throw new CallError('FIELD-INVALID', { fields: problems })
  const people = body.people.map(({ dateOfBirth, tobacco }) => ({
    age: ageOnDay(toIsoDay(dateOfBirth, context.now), starts),
    tobacco: tobacco === 'yes',
  }))
  const plan = await quotes.one({ brand, planYear, planId, county, people })
  if (plan === null) throw new CallError('NOT-FOUND')
  if (plan.premiumCents === null || plan.premiumCents !== body.agreedCents) throw new CallError('CONFLICT')
  return { plan, starts }
}

/**
 * The person who applies and signs: the covered applicant, or a guardian if everyone covered is a minor. Reports what is wrong with
 * them.
 */
function judgeApplicant(
  { people, guardian }: Body,
  checks: ApplicationContext,
  tell: (field: string, problem: { readonly code: string } | null) => void,
): { readonly firstName: string; readonly lastName: string } {
  if (needsGuardian(people, checks)) {
    const typed = guardian ?? { firstName: '', lastName: '', dateOfBirth: '' }
    const values = [typed.firstName, typed.lastName, typed.dateOfBirth]
    for (const [at, field] of guardianFields.entries()) tell(field, checkGuardian(field, values[at] ?? '', checks))
    return typed
  }
  const selves = people.flatMap((person, at) => (person.relation === 'self' ? [{ ...person, at }] : []))
  if (selves.length !== 1) tell('relation-0', { code: 'select.not-chosen' })
  for (const { dateOfBirth, at } of selves) tell(`dateOfBirth-${at}`, checkAdult(dateOfBirth, checks))
  return selves[0] ?? people[0] ?? { firstName: '', lastName: '' }
}

/** The first day of coverage; null, with a reported problem, if no one can enroll now. */
function findStart(
  { quotes }: EnrollmentParts,
  { planYear, event }: Body,
  brand: string,
  { line }: QuotedPlan,
  { now }: CallContext,
  tell: (field: string, problem: { readonly code: string } | null) => void,
): string | null {
  const starts = findCoverageStart(
    line,
    quotes.window(brand, toMarket(line), now),
    { planYear, event },
    easternDay(now),
  )
  if (starts === null) tell('event', { code: 'select.not-chosen' })
  return starts
}
