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
  /** The monthly price that the person was shown. */
  readonly cents: number
  readonly basis: Basis
  readonly form: Pick<ApplyForm, 'values' | 'people' | 'applicant'>
  readonly event: BodyOf<typeof startEnrollment>['event']
}

/** An application as the call takes it. */
export function toEnrollment({ enrollmentId, brand, plan, planYear, cents, basis, form, event }: Enrollment) {
  const { values, people, applicant } = form
  return {
    enrollmentId,
    brand,
    planId: plan.planId,
    planYear,
    agreedCents: cents,
    zipCode: basis.zipCode,
    county: basis.county,
    people: people.map(({ firstName, lastName, dateOfBirth, relation, tobacco }, at) => ({
      ...{ firstName, lastName, dateOfBirth, tobacco },
      relation: at === applicant ? 'self' : relation,
    })),
    guardian:
      applicant === null
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
