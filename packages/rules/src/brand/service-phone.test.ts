import { expect, it } from 'vitest'
import { servicePhone } from './service-phone.ts'
import { testBrand } from './test-brands.ts'

const hours = 'Monday - Friday 8 AM - 8 PM CT'
const northDakota = testBrand({
  code: 'ndbcbs',
  customerServicePhoneNumber: '1-800-555-0116',
  customerServiceNumber: '1-800-555-0126',
  medicaidServiceNumber: '1-800-555-0136',
  customerServiceHours: hours,
})
const delaware = testBrand({ code: 'de', customerServicePhoneNumber: '1-800-555-0118', customerServiceHours: hours })
const nameless = testBrand({ code: 'az', customerServiceHours: hours })
const member = { isNDMedicaid: false }
const medicaid = { isNDMedicaid: true }

it.each([
  ['North Dakota before sign-in: the brand phone', northDakota, null, '1-800-555-0116', false],
  ['North Dakota member: the customer-service number', northDakota, member, '1-800-555-0126', false],
  ['North Dakota Medicaid member: the Medicaid number', northDakota, medicaid, '1-800-555-0136', true],
  ['another brand before sign-in: the brand phone', delaware, null, '1-800-555-0118', false],
  ['another brand, member: the brand phone', delaware, member, '1-800-555-0118', false],
  ['another brand without a Medicaid number: the brand phone', delaware, medicaid, '1-800-555-0118', false],
])('BR-10 %s', (_case, brand, who, number, isMedicaid) => {
  expect(servicePhone({ brand, member: who })).toEqual({
    phone: { kind: 'number', number },
    medicaid: isMedicaid,
    hours,
  })
})

it.each([null, member, medicaid])('BR-10 a brand without a phone shows the default text: %j', (who) => {
  expect(servicePhone({ brand: nameless, member: who })).toEqual({ phone: { kind: 'default' }, medicaid: false, hours })
})
