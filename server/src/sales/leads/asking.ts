import type { BodyOf } from '@portico/contract/call'
import type { requestCall } from '@portico/contract/calls/leads'
import type { createLead } from '@portico/contract/calls/registration'
import { callDays, callDue } from '@portico/rules/leads/lead'
import { checkEmail } from '@portico/rules/validation/email'
import { formatPhone } from '@portico/rules/validation/phone'
import type { Catalogues } from '../../brands/plans/catalogue.ts'
import type { ZipTable } from '../../brands/zip/table.ts'
import type { RegistrationChecks } from '../../member/registration/checks.ts'
import type { LeadIntake, NewLead } from '../../member/registration/lead-intake.ts'
import { CallError, type FieldProblem, refuseFields } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import { about } from '../../platform/http/recorded.ts'
import type { PreparedHandler } from '../../platform/http/stages.ts'
import type { Limits } from '../../platform/limits/limits.ts'

type AskingLead = Omit<NewLead, 'language'>

/** People who want to hear about a brand's plans, or want a call (SH-1, SH-8). */
export interface LeadRequests {
  /** Throws FIELD-INVALID, TOO-MANY-REQUESTS. */
  readonly create: PreparedHandler<typeof createLead, AskingLead>
  /** Throws the same; answers the time by which we call. */
  readonly requestCall: PreparedHandler<typeof requestCall, AskingLead>
  callDays(now: Date): readonly string[]
}

export function createLeadAsking(parts: {
  readonly limits: Limits
  readonly zips: ZipTable
  readonly catalogues: Catalogues
  readonly checks: RegistrationChecks
  readonly intake: LeadIntake
  readonly holidays: ReadonlySet<string>
}): LeadRequests {
  const { limits, zips, catalogues, checks, intake, holidays } = parts
  return {
    create: {
      prepare: async ({ body }, context) => {
        const brand = checks.findBrand(body.brand, context)
        const names = ['zipCode', 'county', 'firstName', 'lastName', 'email', 'phone'] as const
        refuseFields(checks.problems(names, { ...body, userType: toVisitor(body) }, brand, context))
        await letIn(context)
        const county = findCounty(body.zipCode, body.county)
        return { ...toLead(body), kind: 'lead', brand: brand.code, county, call: null, planName: null }
      },
      handle: async (_input, { language, now }, tx, lead) => {
        await intake.keep(tx, { ...lead, language }, now)
        return about(lead.leadId, { accepted: true } as const)
      },
    },

    requestCall: {
      prepare: async ({ body }, context) => {
        const brand = checks.findBrand(body.brand, context)
        const names = ['zipCode', 'firstName', 'lastName', 'phone'] as const
        const problems = [...checks.problems(names, { ...body, userType: toVisitor(body) }, brand, context)]
        refuseFields([...problems, ...emailProblem(body), ...dayProblem(body, context)])
        const call = { day: body.day, time: body.bestTime }
        const planName = await findPlanName(brand.code, body.plan)
        await letIn(context)
        return {
          ...toLead(body),
          kind: 'call',
          brand: brand.code,
          county: findCounty(body.zipCode, ''),
          call,
          planName,
        }
      },
      handle: async (_input, { language, now }, tx, lead) => {
        const due = await intake.keep(tx, { ...lead, language }, now)
        return about(lead.leadId, { dueAt: due.toISOString() })
      },
    },

    callDays: (now) => callDays(now, holidays),
  }

  async function letIn({ now, origin }: CallContext): Promise<void> {
    limits.tidy(now)
    if (!(await limits.reserveRequest('lead', origin.address, now))) throw new CallError('TOO-MANY-REQUESTS')
  }

  function findCounty(zipCode: string, chosen: string): string | null {
    const counties = zips.counties(zipCode)
    return (counties.find(({ fips }) => fips === chosen) ?? counties[0])?.name ?? null
  }

  async function findPlanName(brand: string, asked: BodyOf<typeof requestCall>['plan']): Promise<string | null> {
    if (asked === undefined) return null
    const catalogue = await catalogues.of(brand, asked.planYear)
    const plan = catalogue?.plan(asked.planId)
    return plan === undefined ? null : `${plan.name}, ${asked.planYear}`
  }

  /** Checks that we make calls on the day, and that the time on that day is still to come. */
  function dayProblem({ day, bestTime }: BodyOf<typeof requestCall>, { now }: CallContext): FieldProblem[] {
    if (!callDays(now, holidays).includes(day)) return [{ field: 'day', code: 'select.not-chosen' }]
    return callDue(day, bestTime) > now ? [] : [{ field: 'bestTime', code: 'select.not-chosen' }]
  }
}

function emailProblem({ email }: BodyOf<typeof requestCall>): FieldProblem[] {
  const problem = checkEmail(email.trim(), { required: false, longTopLevel: true })
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
