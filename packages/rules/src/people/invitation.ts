import { type CalendarDate, checkDate, parseDate } from '../validation/date.ts'
import { checkEmail } from '../validation/email.ts'
import { checkName } from '../validation/name.ts'
import type { Problem } from '../validation/result.ts'

/** The invited person's relationship to the member whose information they will see, from the list of RG-1. */
export const accessRelationships = [
  'SPOUSE',
  'DOMESTIC PARTNER',
  'CUSTODIAL PARENT/GUARDIAN',
  'DEPENDENT/OTHER',
  'CAREGIVER',
] as const
export type AccessRelationship = (typeof accessRelationships)[number]

/** The fields of an invitation that are typed or chosen individually; the last day, `mm/dd/yyyy`, may be left empty. */
export const invitationFields = ['name', 'email', 'relationship', 'lastDay'] as const
export type InvitationField = (typeof invitationFields)[number]

/** What is wrong with a field of an invitation, for both page and server (RG-3). */
export function checkInvitation(field: InvitationField, value: string, today: CalendarDate): Problem | null {
  switch (field) {
    case 'name':
      return checkName(value)
    case 'email':
      // People may invite accounts of any brand, so any brand's address rules apply.
      return checkEmail(value.trim(), { required: true, longTopLevel: true })
    case 'relationship':
      if (value === '') return { code: 'field.required' }
      return accessRelationships.some((one) => one === value) ? null : { code: 'select.not-chosen' }
    case 'lastDay':
      return checkLastDay(value, today)
  }
}

function checkLastDay(value: string, today: CalendarDate): Problem | null {
  const wrong = checkDate(value, { today })
  const day = wrong ? null : parseDate(value, today)
  if (wrong || day === null) return wrong
  return order(day) < order(today) ? { code: 'date.past' } : null
}

function order({ year, month, day }: CalendarDate): number {
  return (year * 100 + month) * 100 + day
}
