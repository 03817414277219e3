import { callDue } from '@portico/rules/leads/lead'
import type { BrandService } from '../../brands/brand/service.ts'
import type { ResponseTargets } from '../../brands/content/targets.ts'
import type { LeadIntake } from '../../member/registration/lead-intake.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { keepLead } from './store.ts'

export function createLeadIntake(parts: {
  readonly targets: Pick<ResponseTargets, 'due'>
  readonly brands: BrandService
}): LeadIntake {
  const { targets, brands } = parts
  return {
    keep: async (tx, { call, ...lead }, now) => {
      const desk = { brand: brands.get(lead.brand).sharedBrandCode, categoryId: 'lead' }
      const due = call === null ? targets.due(desk, now) : callDue(call.day, call.time)
      const stored = await keepLead(tx, {
        lead_id: lead.leadId,
        kind: lead.kind,
        brand: lead.brand,
        zip_code: lead.zipCode,
        county: lead.county,
        segment: lead.segment,
        first_name: lead.firstName,
        last_name: lead.lastName,
        email: lead.email,
        phone: lead.phone,
        language: lead.language,
        call_on: call?.day ?? null,
        best_time: call?.time ?? null,
        plan_name: lead.planName,
        due_at: due,
        created_at: now,
        changed_at: now,
      })
      if (stored === null) throw new CallError('CONFLICT')
      return stored.due_at
    },
  }
}
