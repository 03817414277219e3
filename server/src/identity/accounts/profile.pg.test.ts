import { calls } from '@portico/contract/calls'
import { mapContact } from '@portico/rules/identity/contact'
import { beforeEach, describe, expect, test } from 'vitest'
import { readByLogin } from '../../../test/accounts.ts'
import { make } from '../../../test/call.ts'
import { type Client, listErrorCodes, signInClient } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'
import { listEvents } from '../../../test/rows.ts'
import { testClient } from '../../../test/signed-in.ts'

const store = { storeID: '10151' } as const

const portal = testPortal()
const member = testClient(portal, 'MEMBER01')

const signIn = (loginId: string) => signInClient(portal.origin, loginId)

const readInfo = async (client: Client) => (await make(client, calls.getUserInfo, {})).body.payload
const update = (body: Record<string, unknown>) =>
  member.send('PUT', '/wcs/x-services/resources/store/10151/person/@self', { payload: body })

describe('SI-5 the signed-in user', () => {
  test('SI-5 SI-10 has the fields of UserData and no other', async () => {
    expect(await readInfo(member)).toEqual({
      ...mapContact(() => null),
      userId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      firstName: 'Mayte',
      lastName: 'Escobar',
      dateOfBirth: '1965-09-12',
      type: { actorType: 'MEMBER', storeId: '10151' },
      ldapLogonId: 'MEMBER01',
      logonId: 'MEMBER01',
      ecid: null,
      challengeQuestion: null,
      email1: 'member01@mail.example',
      address: '141 SCHINNER GATE UNIT 24',
      state: 'PA',
      city: 'Pittsburgh',
      zipCode: '15222',
      npnNo: null,
      ffmId: null,
      certifications: [],
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
      phone: '555-609-6292',
      phone1: '555-609-6292',
      bus_phone: null,
    })
  })

  test('SI-5 an agent has agencies, their regions and entitlements, and an NPN', async () => {
    expect(await readInfo(await signIn('AGENT001'))).toMatchObject({
      type: { actorType: 'AGENT', storeId: '10151' },
      npnNo: '8812345',
      agentId: '8812345',
      regions: [{ region: 'CPA' }, { region: 'WPA' }],
      agencies: [
        { agencyId: '2002', region: 'CPA', entitlements: ['quote'] },
        { agencyId: '2001', region: 'WPA', entitlements: ['leads', 'clients', 'quote', 'enroll'] },
      ],
    })
  })

  test('SI-5 the login ID is in capitals however it was typed', async () => {
    const client = await signInClient(portal.origin, 'member02')
    expect(await readInfo(client)).toMatchObject({ logonId: 'MEMBER02', ldapLogonId: 'MEMBER02' })
  })

  test('SI-5 the market shows, and no temporary password after it was changed', async () => {
    expect(await readInfo(await signIn('MEDSHOP1'))).toMatchObject({ temporaryPassword: false, market: 'MEDICARE' })
  })

  test.each([
    ['MEMBER01', { phone: '412-555-0100', bus_phone: '412-555-0101' }, '412-555-0100'],
    ['MEMBER01', { phone: null, bus_phone: '412-555-0101' }, '412-555-0101'],
    ['MEMBER01', { phone: null, bus_phone: null }, 'No phone number'],
    ['PROSPECT1', { phone: null, bus_phone: null }, 'No phone number'],
    ['INTERNAL1', { phone: '412-555-0100', bus_phone: null }, '412-555-0100'],
    ['AGENT001', { phone: '412-555-0100', bus_phone: '412-555-0101' }, null],
    ['AGENCYADM', { phone: '412-555-0100', bus_phone: null }, null],
  ])('SI-6 %s with %j has the phone1 %j', async (loginId, phones, phone1) => {
    const { database } = portal
    const { phone, bus_phone } = await readByLogin(database.read, loginId)
    await database.read.updateTable('account').set(phones).where('login_id', '=', loginId).execute()
    expect(await readInfo(await signIn(loginId))).toMatchObject({ phone1 })
    await database.read.updateTable('account').set({ phone, bus_phone }).where('login_id', '=', loginId).execute()
  })
})

describe('SI-10 changing the profile', () => {
  const start = { nickName: null, phone: '555-609-6292', address: '1 MAIN ST', city: 'Pittsburgh', zipCode: '15222' }
  beforeEach(async () => {
    expect((await update(start)).status).toBe(200)
  })

  test('SI-10 sent fields change, missing ones stay, and the answer is the user as stored', async () => {
    const answer = await make(member, calls.updatePerson, {
      params: store,
      body: { nickName: ' May ', phone: '(412) 555-0188' },
    })
    expect(answer.status).toBe(200)
    expect(answer.body.payload).toMatchObject({ ...start, nickName: 'May', phone: '(412) 555-0188' })
    expect(answer.body.payload).toEqual(await readInfo(member))
  })

  test('SI-10 the state follows the ZIP code; an unknown one, or none, leaves it', async () => {
    for (const [zipCode, state] of [
      ['19801', 'DE'],
      ['00000', 'DE'],
      [null, 'DE'],
      ['15222', 'PA'],
    ])
      expect((await update({ zipCode })).body.payload).toMatchObject({ zipCode, state })
  })

  test('SI-10 VA-7 an address is stored in capitals, with a plain apostrophe in place of the curly one', async () => {
    const { body } = await make(member, calls.updatePerson, {
      params: store,
      body: { address: ' 12 o’Hara ave #4 ', city: "Coeur d'Alene", zipCode: '83814' },
    })
    expect(body.payload).toMatchObject({ address: "12 O'HARA AVE #4", city: "Coeur d'Alene", zipCode: '83814' })
  })

  test('SI-10 null and an empty text clear a field', async () => {
    await update({ ...start, nickName: 'May' })
    const answer = await update({ nickName: null, phone: null, address: '', city: '  ', zipCode: null })
    expect(answer.status).toBe(200)
    const cleared = { nickName: null, phone: null, phone1: 'No phone number', address: null, city: null, zipCode: null }
    expect(await readInfo(member)).toMatchObject(cleared)
  })

  test.each([
    ['phone', '12345', 'phone.invalid'],
    ['phone', 'call me', 'phone.invalid'],
    ['address', '1 Main St; drop', 'address.invalid'],
    ['address', 'x'.repeat(56), 'address.invalid'],
    ['city', 'Erie!', 'address.invalid'],
    ['zipCode', '1522', 'FIELD-INVALID'],
    ['zipCode', '15222-1234', 'FIELD-INVALID'],
    ['nickName', 'x'.repeat(101), 'FIELD-INVALID'],
    ['nickName', 5, 'FIELD-INVALID'],
  ])('SI-10 VA-1 VA-7 the %s %j is refused and nothing changes', async (field, value, code) => {
    const before = await readInfo(member)
    const answer = await update({ nickName: 'Changed', [field]: value })
    expect(answer.status).toBe(400)
    expect(answer.body.baseMessage.returnCodeDescription).toBe('FIELD-INVALID')
    expect(answer.body.errors).toEqual([{ errorMessage: code, errorKey: code, field }])
    expect(await readInfo(member)).toEqual(before)
  })

  test('SI-10 every bad field is named at once', async () => {
    const answer = await update({ phone: '1', address: '<b>', city: '*', zipCode: 'x' })
    expect(answer.body.errors?.map(({ field }) => field)).toEqual(['phone', 'address', 'city', 'zipCode'])
  })

  test('SI-10 fields that a person may not change are ignored', async () => {
    const before = await readInfo(member)
    const forbidden = {
      role: 'INTERNAL',
      logonId: 'OTHER001',
      memberId: before.userId,
      userId: '1',
      email1: 'a@b.example',
    }
    expect((await update({ ...forbidden, firstName: 'Eve', brand: 'shop', account_id: '2' })).status).toBe(200)
    expect(await readInfo(member)).toEqual(before)
    expect((await make(member, calls.currentUser, {})).status).toBe(200)
  })

  test('SI-10 only the person’s own profile changes, and the change is in the audit log', async () => {
    const second = await signIn('MEMBER02')
    const before = await readInfo(second)
    const answer = await update({ nickName: 'Mine' })
    expect(await readInfo(second)).toEqual(before)
    const rows = await listEvents(portal.database, answer)
    const { userId } = await readInfo(member)
    expect(rows).toMatchObject([
      { actor_login_id: 'MEMBER01', action: 'profile.change', record_id: userId, outcome: 'done' },
    ])
  })

  test('SI-10 an unknown store is refused', async () => {
    const path = '/wcs/x-services/resources/store/10150/person/@self'
    const answer = await member.send('PUT', path, { payload: {} })
    expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([400, 'storeID'])
  })
})

describe('SI-10 rating info', () => {
  const put = (ratingInfo: readonly unknown[], client = member) =>
    client.send('PUT', '/wcs/x-services/resources/store/10151/ratingInfo', { payload: { ratingInfo } })
  const readStored = async (client = member) =>
    (await make(client, calls.getRatingInfo, { params: store })).body.payload.ratingInfo
  const two = [
    { storeId: '10152', brand: 'wybcbs' },
    { storeId: '10151', brand: 'hmbcbs' },
  ]

  test('SI-10 comes back as sent, in order, only for its person', async () => {
    expect(await readStored()).toEqual([])
    const answer = await put(two)
    expect([answer.status, answer.body.payload]).toEqual([200, { ratingInfo: two }])
    expect(await readStored()).toEqual(two)
    expect(await readStored(await signIn('MEMBER02'))).toEqual([])
  })

  test('SI-10 sending it twice, or ten times at once, is the same as once', async () => {
    await put(two)
    await put(two)
    expect(await readStored()).toEqual(two)
    const answers = await Promise.all(Array.from({ length: 10 }, () => put(two)))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect(await readStored()).toEqual(two)
  })

  test('SI-10 a list replaces the previous one, and an empty one clears it', async () => {
    await put(two)
    await put(two.slice(1))
    expect(await readStored()).toEqual(two.slice(1))
    await put([])
    expect(await readStored()).toEqual([])
  })

  test('SI-10 an entry that comes twice is stored once', async () => {
    const answer = await put([...two, ...two])
    expect([answer.status, answer.body.payload]).toEqual([200, { ratingInfo: two }])
    expect(await readStored()).toEqual(two)
  })

  test('SI-10 a list of another shape is refused', async () => {
    await put(two)
    for (const bad of [[{ storeId: '10151' }], [7], Array(21).fill(two[0])]) {
      const answer = await put(bad)
      expect(answer.status).toBe(400)
      expect(listErrorCodes(answer)[0]).toBe('FIELD-INVALID')
    }
    expect(await readStored()).toEqual(two)
  })
})
