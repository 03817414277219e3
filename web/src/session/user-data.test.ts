import { expect, test } from 'vitest'
import { toUserData } from './user-data.ts'

const info: Parameters<typeof toUserData>[0] = {
  userId: 'u1',
  firstName: 'Mayte',
  lastName: 'Escobar',
  dateOfBirth: '1970-01-31',
  type: { actorType: 'MEMBER', storeId: '10151' },
  ldapLogonId: 'member01',
  logonId: 'member01',
  ecid: null,
  challengeQuestion: null,
  email1: null,
  address: null,
  state: 'PA',
  city: null,
  zipCode: null,
  npnNo: null,
  ffmId: null,
  certifications: [],
  nickName: null,
  isLoggedIn: true,
  temporaryPassword: false,
  storeDefault: { uniqueID: '10151' },
  regions: [],
  agencies: [],
  selectedAgency: null,
  selectedRegion: null,
  rememberAgencyRegion: false,
  agentId: null,
  market: null,
  phone: null,
  phone1: null,
  bus_phone: null,
}

test('SI-5 the record holds the fields of UserData, the login ID upper-cased', () => {
  const { phone, bus_phone, ...fields } = info
  expect(toUserData(info)).toEqual({ ...fields, logonId: 'MEMBER01', phone1: 'No phone number' })
})

test.each([
  [{ phone: '1', phone1: '2', bus_phone: '3' }, '1'],
  [{ phone: null, phone1: '2', bus_phone: '3' }, '2'],
  [{ phone: '', phone1: null, bus_phone: '3' }, '3'],
  [{ phone: null, phone1: null, bus_phone: null }, 'No phone number'],
])('SI-6 phone1 of %o is %s', (phones, phone1) => {
  expect(toUserData({ ...info, ...phones }).phone1).toBe(phone1)
})

test.each(['AGENT', 'AGENCY_ADMIN'])('SI-6 phone1 is null for %s', (actorType) => {
  expect(toUserData({ ...info, phone: '1', type: { actorType, storeId: '10151' } }).phone1).toBeNull()
})
