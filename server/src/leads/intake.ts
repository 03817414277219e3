import type { Language } from '@portico/contract/page'
import { callDue, type LeadKind } from '@portico/rules/leads/lead'
import type { BestTime } from '@portico/rules/messages/best-times'
import type { BrandService } from '../brand/service.ts'
import type { Tx } from '../db/database.ts'
import { CallError } from '../http/call-error.ts'
import type { ResponseTargets } from '../workspace/targets.ts'
import { keepLead } from './store.ts'

/** Someone who may buy, with the details that they entered. */
export interface NewLead {
  readonly leadId: string
  readonly kind: LeadKind
  readonly brand: string
  readonly zipCode: string
  readonly county: string | null
  readonly segment: string | null
  readonly firstName: string
  readonly lastName: string
  readonly email: string | null
  readonly phone: string
  readonly language: Language
  /** The plan they looked at in the shop. */
  readonly planName: string | null
  /** When they want a call. */
  readonly call: { readonly day: string; readonly time: BestTime } | null
}

/** Turns people who may buy into work with a due date (SH-8). */
export interface LeadIntake {
  /** Stores a person once per id; returns by when someone has to get back to them. Throws CONFLICT for an id with other details. */
  keep(tx: Tx, lead: NewLead, now: Date): Promise<Date>
}

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
