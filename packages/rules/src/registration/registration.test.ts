import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allowsLongTopLevel, encodeDdToken } from '../brand/dd-token.ts'
import type { MemberNumberForm } from '../brand/types.ts'
import {
  findSegment,
  hasMembers,
  listUserTypes,
  normalizeMemberId,
  normalizeName,
  registrantRelationships,
  relationshipFits,
} from './choices.ts'
import {
  checkRegistration,
  type RegistrationContext,
  type RegistrationValues,
  registrationFields,
  registrationSteps,
  toTypedDay,
} from './fields.ts'

const forms: Record<string, MemberNumberForm['form']> = {
  mincr: 'digits-without-prefix',
  ndbcbs: 'letters-and-digits',
  wybcbs: 'letters-and-digits',
}
const context = (code: string, brandState: string | null = null): RegistrationContext => ({
  brand: { code, memberNumber: { form: forms[code] ?? 'digits', min: 9, max: 17 }, brandState },
  today: { year: 2026, month: 11, day: 22 },
  longTopLevel: false,
  counties: ['42003'],
})
const pa = context('hmbcbs')
const right: RegistrationValues = {
  userType: 'MREG',
  zipCode: '15222',
  county: '',
  relationship: 'SELF',
  memberId: '88701049649',
  firstName: 'Zoë',
  lastName: 'O’Brien-St. John',
  dateOfBirth: '04/18/1971',
  email: 'zoe@mail.example.com',
  emailRepeat: 'zoe@mail.example.com',
  phone: '(555) 555-0142',
  phoneType: 'CELL',
  logonId: 'zoe1971',
  terms: 'true',
}
const wrong = (given: Partial<RegistrationValues>, of = pa) =>
  registrationFields.flatMap((name) => checkRegistration(name, { ...right, ...given }, of)?.code ?? [])

describe('choices', () => {
  test('RG-1 the four brands of the highmark host offer five choices, all others three', () => {
    for (const code of ['hmbcbs', 'hbs', 'ms', 'de'])
      expect(listUserTypes(code)).toEqual(['MREG', 'MU65', 'MMED', 'VU65', 'VMED'])
    for (const code of ['mincr', 'ndbcbs', 'wybcbs', 'default', 'shop'])
      expect(listUserTypes(code)).toEqual(['MREG', 'MU65', 'MMED'])
  })

  test('RG-1 the segment follows from the choice; people who just register have none', () => {
    expect(['VU65', 'VMED', 'MU65', 'MMED', 'MREG'].map(findSegment)).toEqual(['U65', 'MED', 'U65', 'MED', null])
    expect([hasMembers('hmbcbs'), hasMembers('default'), hasMembers('shop')]).toEqual([true, false, false])
  })

  test('RG-1 HT-4 a relationship must fit the code on record; a guardian requires a children’s plan', () => {
    const listFitting = (relationshipCode: string, chip = false) =>
      registrantRelationships.filter((one) => relationshipFits(one, { relationshipCode, chip }))
    expect(listFitting('18')).toEqual(['SELF'])
    expect(listFitting('20')).toEqual(['SELF'])
    expect(listFitting('18', true)).toEqual(['SELF', 'CUSTODIAL PARENT/GUARDIAN'])
    expect(listFitting('01')).toEqual(['SPOUSE', 'DOMESTIC PARTNER'])
    expect(listFitting('05')).toEqual(['DEPENDENT/OTHER'])
    expect(listFitting('99')).toEqual(['DEPENDENT/OTHER'])
    expect(relationshipFits('', { relationshipCode: '18', chip: true })).toBe(false)
  })

  test('RG-1 names are compared without case, accents and punctuation; member IDs in capitals', () => {
    expect(normalizeName(' Villaseñor-Müller ')).toBe(normalizeName('VILLASENOR MULLER'))
    expect(normalizeName('Ann')).not.toBe(normalizeName('Anna'))
    expect(normalizeMemberId(' abc123456 ')).toBe('ABC123456')
  })

  test('VA-6 long top-level domains require the ddToken of 16', () => {
    expect([16, 14].map((number) => allowsLongTopLevel(encodeDdToken(number)))).toEqual([true, false])
    for (const garbage of [undefined, '', '%', 'AAAA']) expect(allowsLongTopLevel(garbage)).toBe(false)
  })
})

describe('fields', () => {
  test('RG-1 a valid registration has no problems, and every field belongs to a step', () => {
    expect(wrong({})).toEqual([])
    expect(registrationSteps.flatMap(({ fields }): string[] => [...fields]).sort()).toEqual(
      [...registrationFields].sort(),
    )
  })

  test.each<[Partial<RegistrationValues>, string]>([
    [{ userType: '' }, 'field.required'],
    [{ userType: 'VIP' }, 'select.not-chosen'],
    [{ zipCode: '' }, 'field.required'],
    [{ zipCode: '1522' }, 'zip.invalid'],
    [{ zipCode: '１５２２２' }, 'zip.invalid'],
    [{ relationship: '' }, 'field.required'],
    [{ relationship: 'AUNT' }, 'select.not-chosen'],
    [{ memberId: '' }, 'member-id.invalid'],
    [{ memberId: '12345678' }, 'member-id.invalid'],
    [{ firstName: ' ' }, 'field.required'],
    [{ firstName: 'X Æ A-12' }, 'name.invalid'],
    [{ lastName: '<b>' }, 'name.invalid'],
    [{ lastName: '-' }, 'name.invalid'],
    [{ lastName: 'x'.repeat(41) }, 'name.invalid'],
    [{ dateOfBirth: '' }, 'field.required'],
    [{ dateOfBirth: '4/18/1971' }, 'date.format'],
    [{ dateOfBirth: '02/29/1971' }, 'date.invalid'],
    [{ dateOfBirth: '11/23/2026' }, 'age.future'],
    [{ dateOfBirth: '11/23/2012' }, 'age.own-login'],
    [{ email: 'x', emailRepeat: 'x' }, 'email.invalid'],
    [{ emailRepeat: 'other@mail.example' }, 'email.mismatch'],
    [{ phone: '' }, 'phone.invalid'],
    [{ phoneType: '' }, 'field.required'],
    [{ phoneType: 'FAX' }, 'select.not-chosen'],
    [{ logonId: 'short' }, 'login-id.invalid'],
    [{ terms: '' }, 'terms.required'],
  ])('RG-1 %o is refused with %s', (given, code) => {
    expect(wrong(given)).toEqual([code])
  })

  test('VA-2 members are 12 in Minnesota and North Dakota, else 14; a guardian registers a child of any age', () => {
    const of12 = { dateOfBirth: '11/22/2014' }
    expect(wrong(of12, context('mincr'))).toEqual([])
    expect(wrong(of12, context('ndbcbs'))).toEqual([])
    expect(wrong(of12, context('wybcbs'))).toEqual(['age.own-login'])
    expect(wrong({ ...of12, relationship: 'CUSTODIAL PARENT/GUARDIAN' })).toEqual([])
    expect(wrong({ dateOfBirth: '11/23/2026', relationship: 'CUSTODIAL PARENT/GUARDIAN' })).toEqual(['age.future'])
  })

  test('VA-2 visitors are 19 in Delaware and 18 in West Virginia; they are asked for no coverage', () => {
    const visitor = { userType: 'VU65', relationship: '', memberId: '' }
    const of18 = { ...visitor, dateOfBirth: '11/22/2008' }
    expect(wrong(of18, context('de', 'DE'))).toEqual(['age.minimum'])
    expect(wrong(of18, context('ms', 'WV'))).toEqual([])
    expect(wrong({ ...visitor, dateOfBirth: '11/21/2026' })).toEqual([])
  })

  test('VA-5 member IDs follow the brand’s rules', () => {
    const letters = { memberId: 'ABC123456' }
    expect(wrong(letters, context('ndbcbs'))).toEqual([])
    expect(wrong(letters, context('mincr'))).toEqual(['member-id.invalid-mincr'])
    expect(wrong({ memberId: 'ABC 12345' }, context('wybcbs'))).toEqual(['member-id.invalid-alphanumeric'])
  })

  test('BR-11 the county is asked if a ZIP code has several', () => {
    const several = { ...pa, counties: ['42043', '42075'] }
    expect(wrong({}, several)).toEqual(['field.required'])
    expect(wrong({ county: '42003' }, several)).toEqual(['select.not-chosen'])
    expect(wrong({ county: '42075' }, several)).toEqual([])
  })

  test('VA-6 longer top-level domains if the brand allows them', () => {
    const email = { email: 'zoe@mail.example', emailRepeat: 'zoe@mail.example' }
    expect(wrong(email)).toEqual(['email.invalid'])
    expect(wrong(email, { ...pa, longTopLevel: true })).toEqual([])
  })

  test('RG-1 no value makes a check throw, and a day stored in parts reads as it was typed', () => {
    const anything = fc.string({ unit: 'binary', maxLength: 60 })
    fc.assert(
      fc.property(fc.record(Object.fromEntries(registrationFields.map((name) => [name, anything]))), (values) => {
        for (const name of registrationFields) {
          const problem = checkRegistration(name, values as RegistrationValues, pa)
          expect(problem === null || typeof problem.code === 'string').toBe(true)
        }
      }),
    )
    expect(['4/8/1971', '04/08/71', '//', '', '4//'].map(toTypedDay)).toEqual([
      '04/08/1971',
      '04/08/71',
      '',
      '',
      '04/00/',
    ])
  })
})
