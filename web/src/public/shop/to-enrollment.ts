import type { BodyOf } from '@portico/contract/call'
import type { startEnrollment } from '@portico/contract/calls/shop'
import { readTicket } from '../../base/storage/ticket.ts'
import type { Basis } from '../../shared/shop-parts/basis.ts'
import type { ApplyForm } from './apply-form.ts'
import type { QuotedPlan } from './types.ts'

interface Enrollment {
  readonly enrollmentId: string
  readonly brand: string
  readonly plan: QuotedPlan
  readonly planYear: number
  /** What they were told that it costs a month. */
  readonly cents: number | null
  readonly basis: Basis
  readonly form: Pick<ApplyForm, 'values' | 'forMinors'>
  readonly event: BodyOf<typeof startEnrollment>['event']
}

/** An application as the call takes it. */
export function toEnrollment({ enrollmentId, brand, plan, planYear, cents, basis, form, event }: Enrollment) {
  const { values, forMinors } = form
  return {
    enrollmentId,
    brand,
    planId: plan.planId,
    planYear,
    agreedCents: cents ?? 0,
    zipCode: basis.zipCode,
    county: basis.county,
    people: basis.people.map((_, at) => ({
      firstName: values[`firstName-${at}`] ?? '',
      lastName: values[`lastName-${at}`] ?? '',
      dateOfBirth: values[`dateOfBirth-${at}`] ?? '',
      relation: at === 0 && !forMinors ? 'self' : (values[`relation-${at}`] ?? ''),
      tobacco: values[`tobacco-${at}`] ?? '',
    })),
    guardian: forMinors
      ? {
          firstName: values.guardianFirstName,
          lastName: values.guardianLastName,
          dateOfBirth: values.guardianDateOfBirth,
        }
      : null,
    email: values.email,
    phone: values.phone,
    address: values.address,
    city: values.city,
    medicareNumber: values.medicareNumber,
    signature: values.signature,
    event,
    proposalTicket: readTicket('proposal') ?? '',
    ...{
      truth: values.truth === 'true',
      terms: values.terms === 'true',
      electronic: values.electronic === 'true',
    },
  }
}
