import type { BodyOf } from '@portico/contract/call'
import type { createLead } from '@portico/contract/calls/registration'
import { formatPhone } from '@portico/rules/validation/phone'
import { audit } from '../audit/store.ts'
import type { Database } from '../db/database.ts'
import { CallError } from '../http/call-error.ts'
import type { CallContext } from '../http/context.ts'
import type { Limits } from '../limits/limits.ts'
import type { ZipTable } from '../zip/table.ts'
import { type RegistrationChecks, refuse } from './checks.ts'
import { keepLead } from './store.ts'

/** People who want to hear of a brand's plans (SH-1). */
export interface Leads {
  /** Throws FIELD-INVALID, TOO-MANY-REQUESTS. */
  create(body: BodyOf<typeof createLead>, context: CallContext): Promise<void>
}

export function createLeads(parts: {
  readonly database: Database
  readonly limits: Limits
  readonly zips: ZipTable
  readonly checks: RegistrationChecks
}): Leads {
  const { database, limits, zips, checks } = parts
  return {
    create: async (body, context) => {
      const { now, origin } = context
      const brand = checks.brandOf(body.brand, context)
      const names = ['zipCode', 'county', 'firstName', 'lastName', 'email', 'phone'] as const
      const userType = body.segment === 'MED' ? 'VMED' : 'VU65'
      refuse(checks.problems(names, { ...body, userType }, brand, context))
      limits.tidy(now)
      if (!(await limits.reserveRequest('lead', origin.address, now))) throw new CallError('TOO-MANY-REQUESTS')
      const counties = zips.counties(body.zipCode)
      const county = counties.find(({ fips }) => fips === body.county) ?? counties[0]
      await database.transaction(async (tx) => {
        await keepLead(tx, {
          lead_id: body.leadId,
          brand: brand.code,
          zip_code: body.zipCode,
          county: county?.name ?? null,
          segment: body.segment ?? null,
          first_name: body.firstName.trim(),
          last_name: body.lastName.trim(),
          email: body.email,
          phone: formatPhone(body.phone.trim()),
          created_at: now,
        })
        await audit(tx, null, { action: 'lead.create', recordType: 'lead', recordId: body.leadId }, context)
      })
    },
  }
}
