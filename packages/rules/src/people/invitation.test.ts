import { expect, test } from 'vitest'
import { checkInvitation, type InvitationField } from './invitation.ts'

const today = { year: 2026, month: 11, day: 22 }

test.each<[InvitationField, string, string | null]>([
  ['name', 'Ana Escobar', null],
  ['name', ' ', 'field.required'],
  ['name', '<b>', 'name.invalid'],
  ['email', ' ana@mail.test ', null],
  ['email', 'ana@mail.example', null],
  ['email', '', 'email.invalid'],
  ['email', 'ana', 'email.invalid'],
  ['relationship', 'CAREGIVER', null],
  ['relationship', '', 'field.required'],
  ['relationship', 'SELF', 'select.not-chosen'],
  ['lastDay', '', null],
  ['lastDay', '11/22/2026', null],
  ['lastDay', '11/21/2026', 'date.past'],
  ['lastDay', '02/30/2027', 'date.invalid'],
  ['lastDay', 'soon', 'date.format'],
])('RG-3 the %s %j of an invitation: %s', (field, value, code) => {
  expect(checkInvitation(field, value, today)?.code ?? null).toBe(code)
})
