import type { BodyOf } from '@portico/contract/call'
import type { requestCall } from '@portico/contract/calls/leads'
import type { createLead } from '@portico/contract/calls/registration'
import { allowsLongTopLevel } from '@portico/rules/brand/dd-token'
import { callDays, callDue } from '@portico/rules/leads/lead'
import { checkEmail } from '@portico/rules/validation/email'
import { formatPhone } from '@portico/rules/validation/phone'
import type { Catalogues } from '../../brands/plans/catalogue.ts'
import type { ZipTable } from '../../brands/zip/table.ts'
import type { RegistrationChecks } from '../../member/registration/checks.ts'
import type { LeadIntake, NewLead } from '../../member/registration/lead-intake.ts'
import { audit } from '../../platform/audit/store.ts'
import type { Database } from '../../platform/db/database.ts'
import { CallError, type FieldProblem, refuseFields } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Limits } from '../../platform/limits/limits.ts'

/** People who want to hear about a brand's plans, or want a call (SH-1, SH-8). */
export interface LeadRequests {
  /** Throws FIELD-INVALID, TOO-MANY-REQUESTS. */
  create(body: BodyOf<typeof createLead>, context: CallContext): Promise<void>
  /** Throws the same; returns by when they are called. */
  requestCall(body: BodyOf<typeof requestCall>, context: CallContext): Promise<Date>
  callDays(now: Date): readonly string[]
}

export function createLeadAsking(parts: {
  readonly database: Database
  readonly limits: Limits
  readonly zips: ZipTable
  readonly catalogues: Catalogues
  readonly checks: RegistrationChecks
  readonly intake: LeadIntake
  readonly holidays: ReadonlySet<string>
}): LeadRequests {
  const { database, limits, zips, catalogues, checks, intake, holidays } = parts
  return {
    create: async (body, context) => {
      const brand = checks.findBrand(body.brand, context)
      const names = ['zipCode', 'county', 'firstName', 'lastName', 'email', 'phone'] as const
      refuseFields(checks.problems(names, { ...body, userType: toVisitor(body) }, brand, context))
      await keep(
        { ...toLead(body), kind: 'lead', brand: brand.code, county: body.county, call: null, planName: null },
        context,
      )
    },

    requestCall: async (body, context) => {
      const brand = checks.findBrand(body.brand, context)
      const names = ['zipCode', 'firstName', 'lastName', 'phone'] as const
      const problems = [...checks.problems(names, { ...body, userType: toVisitor(body) }, brand, context)]
      refuseFields([...problems, ...emailProblem(body, context), ...dayProblem(body, context)])
      const call = { day: body.day, time: body.bestTime }
      const planName = await findPlanName(brand.code, body.plan)
      return keep({ ...toLead(body), kind: 'call', brand: brand.code, county: '', call, planName }, context)
    },

    callDays: (now) => callDays(now, holidays),
  }

  async function keep(
    lead: Omit<NewLead, 'language'> & { readonly county: string },
    context: CallContext,
  ): Promise<Date> {
    const { now, origin, language } = context
    limits.tidy(now)
    if (!(await limits.reserveRequest('lead', origin.address, now))) throw new CallError('TOO-MANY-REQUESTS')
    const counties = zips.counties(lead.zipCode)
    const county = counties.find(({ fips }) => fips === lead.county) ?? counties[0]
    return database.transaction(async (tx) => {
      const due = await intake.keep(tx, { ...lead, language, county: county?.name ?? null }, now)
      await audit(tx, null, { action: `${lead.kind}.create`, recordType: 'lead', recordId: lead.leadId }, context)
      return due
    })
  }

  async function findPlanName(brand: string, asked: BodyOf<typeof requestCall>['plan']): Promise<string | null> {
    if (asked === undefined) return null
    const catalogue = await catalogues.of(brand, asked.planYear)
    const plan = catalogue?.plan(asked.planId)
    return plan === undefined ? null : `${plan.name}, ${asked.planYear}`
  }

  /** Checks that calls are made on the day, and that the time on that day is still to come. */
  function dayProblem({ day, bestTime }: BodyOf<typeof requestCall>, { now }: CallContext): FieldProblem[] {
    if (!callDays(now, holidays).includes(day)) return [{ field: 'day', code: 'select.not-chosen' }]
    return callDue(day, bestTime) > now ? [] : [{ field: 'bestTime', code: 'select.not-chosen' }]
  }
}

function emailProblem({ email }: BodyOf<typeof requestCall>, { cookies }: CallContext): FieldProblem[] {
  const problem = checkEmail(email.trim(), { required: false, longTopLevel: allowsLongTopLevel(cookies.ddToken) })
  return problem ? [{ field: 'email', code: problem.code }] : []
}

function toVisitor({ segment }: { readonly segment?: 'U65' | 'MED' | undefined }): string {
  return segment === 'MED' ? 'VMED' : 'VU65'
}

function toLead(body: BodyOf<typeof createLead> | BodyOf<typeof requestCall>) {
  const { leadId, zipCode, segment = null, firstName, lastName, email, phone } = body
  return {
    leadId,
    zipCode,
    segment,
    firstName: firstName.trim(),
    lastName: lastName.trim(),
    email: email.trim() || null,
    phone: formatPhone(phone.trim()),
  }
}
