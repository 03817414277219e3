import { calls } from '@portico/contract/calls'
import { describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { type Client, listErrorCodes, signInClient } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'
import { easternDay } from '../../platform/day.ts'

const year = easternDay(new Date()).slice(0, 4)
const [spouse, child] = [
  { firstName: 'Ramiro', lastName: 'Escobar', relationshipCode: '01' },
  { firstName: 'Ines', lastName: 'Escobar', relationshipCode: '05' },
]

const portal = testPortal()

const signIn = (loginId: string) => signInClient(portal.origin, loginId)
const readInfo = async (client: Client) => (await make(client, calls.memberInfo, {})).body.payload

describe('HT-4 member info', () => {
  test('HT-4 has the member, their coverage and the family, but only the family’s names', async () => {
    expect(await readInfo(await signIn('MEMBER01'))).toEqual({
      memberID: '99406232200',
      brand: 'hmbcbs',
      firstName: 'Mayte',
      lastName: 'Escobar',
      dateOfBirth: '1965-09-12',
      relationshipCode: '18',
      coverage: {
        clientNumber: '1000',
        clientName: 'Keystone Household',
        groupNumber: '1005512',
        groupName: 'Individual and family',
        planName: 'PPO Blue 1500',
      },
      familyMembers: [spouse, child],
    })
    expect((await readInfo(await signIn('MEMBER02'))).familyMembers).toEqual([])
  })

  test('HT-4 HD-6 speaks of the selected group', async () => {
    const client = await signIn('TWOGROUPS')
    expect((await readInfo(client)).coverage?.groupNumber).toBe('1004410')
    await make(client, calls.selectGroup, { body: { clientNumber: '1005', groupNumber: '1005520' } })
    expect((await readInfo(client)).coverage?.groupNumber).toBe('1005520')
  })

  test.each([
    ['01', [child]],
    ['05', []],
    ['20', [spouse, child]],
  ])('HT-4 RO-4 a member with the code %s gets only the people whom they may see', async (code, family) => {
    const client = await signIn('MEMBER01')
    const change = (relationship_code: string) =>
      portal.database.transaction((tx) =>
        tx.updateTable('member').set({ relationship_code }).where('first_name', '=', 'Mayte').execute(),
      )
    await change(code)
    expect(await readInfo(client)).toMatchObject({ relationshipCode: code, familyMembers: family })
    await change('18')
  })

  test('HT-4 MP-12 a person whose coverage has ended is not on the plan; one whose coverage is not loaded is', async () => {
    const client = await signIn('MEMBER01')
    const { read } = portal.database
    const ofChild = read.selectFrom('member').select('member_id').where('member_number', '=', '99406232202')
    const { member_id: idOfChild } = await ofChild.executeTakeFirstOrThrow()
    const products = await read.selectFrom('product').selectAll().where('member_id', '=', idOfChild).execute()
    expect(products.length).toBeGreaterThan(1)
    const end = (coverage_end_date: string | null, of = products) =>
      portal.database.transaction((tx) =>
        tx
          .updateTable('product')
          .set({ coverage_end_date })
          .where('member_id', '=', idOfChild)
          .where(
            'position',
            'in',
            of.map(({ position }) => position),
          )
          .execute(),
      )
    await end('2020-12-31', products.slice(1))
    expect((await readInfo(client)).familyMembers).toEqual([spouse, child])
    await end('2020-12-31')
    expect((await readInfo(client)).familyMembers).toEqual([spouse])
    await end(null)
    expect((await readInfo(client)).familyMembers).toEqual([spouse, child])
  })

  test('HT-4 RO-4 a contract of the same number with another brand is another contract', async () => {
    const client = await signIn('MEMBERDE')
    const change = (contract_number: string) =>
      portal.database.transaction((tx) =>
        tx.updateTable('member').set({ contract_number }).where('member_number', '=', '52663950100').execute(),
      )
    await change('99406232200')
    expect((await readInfo(client)).familyMembers).toEqual([])
    await change('52663950100')
  })
})

test('HT-4 coverage effectuation says of each coverage whether it is in effect, and since when', async () => {
  const coverages = async () =>
    (await make(await signIn('TWOGROUPS'), calls.coverageEffectuation, {})).body.payload.coverages
  const [first, second] = [
    { clientNumber: '1004', groupNumber: '1004410', effectuated: true, effectuationDate: `${year}-01-01` },
    { clientNumber: '1005', groupNumber: '1005520', effectuated: false, effectuationDate: null },
  ]
  expect(await coverages()).toEqual([first, second])
  const change = (effectuated_on: string | null) =>
    portal.database.transaction((tx) =>
      tx.updateTable('coverage').set({ effectuated_on }).where('group_number', '=', '1005520').execute(),
    )
  const tomorrow = easternDay(new Date(Date.now() + 24 * 60 * 60 * 1000))
  await change(tomorrow)
  expect(await coverages()).toEqual([first, { ...second, effectuationDate: tomorrow }])
  await change(easternDay(new Date()))
  expect(await coverages()).toEqual([first, { ...second, effectuated: true, effectuationDate: easternDay(new Date()) }])
  await change(null)
})

describe('HT-4 the list of spending accounts', () => {
  const query = {
    memberID: '45120077800',
    vendorType: 'SELECTACCOUNT',
    clientNumber: '1008',
    groupNumber: '1008810',
  } as const

  test('HT-4 has the accounts that the vendor keeps, in cents and days', async () => {
    const { body } = await make(await signIn('HSAFAM01'), calls.accountList, { query })
    const ofYear = body.payload.accounts.filter(({ planYear }) => planYear === Number(year))
    expect(ofYear).toMatchObject([
      { accountNumber: 'HSA-40718', accountType: 'HSA', endDate: null, annualCents: null, balanceCents: 841_267 },
      {
        accountNumber: 'LPF-40719',
        accountType: 'LPFSA',
        beginDate: `${year}-01-01`,
        endDate: `${year}-12-31`,
        annualCents: 60_000,
      },
    ])
    expect(new Set(body.payload.accounts.map(({ planYear }) => planYear)).size).toBe(2)
    for (const { contributedCents, spentCents } of ofYear) {
      expect([contributedCents, spentCents]).toEqual([expect.any(Number), expect.any(Number)])
    }
  })

  test('HT-4 is empty for a member without accounts', async () => {
    const own = { ...query, memberID: '34185177900', clientNumber: '1004', groupNumber: '1004410' }
    const { body } = await make(await signIn('TWOGROUPS'), calls.accountList, { query: own })
    expect(body.payload.accounts).toEqual([])
  })

  test("HT-4 RO-4 somebody else's numbers are not found, a relative's neither", async () => {
    const client = await signIn('MEMBER02')
    for (const memberID of ['45120077800', '45120077801', '']) {
      const answer = await make(client, calls.accountList, { query: { ...query, memberID } })
      expect([answer.status, listErrorCodes(answer)]).toEqual([404, ['NOT-FOUND']])
    }
  })

  test('HT-4 asks for its numbers and for the one vendor', async () => {
    const client = await signIn('MEMBER01')
    const answer = await client.get(calls.accountList.path)
    const fields = answer.body.errors?.map(({ field }) => field).sort()
    expect([answer.status, fields]).toEqual([400, ['clientNumber', 'groupNumber', 'memberID', 'vendorType']])
    const other = await client.get(`${calls.accountList.path}?${new URLSearchParams({ ...query, vendorType: 'X' })}`)
    expect(listErrorCodes(other)).toEqual(['FIELD-INVALID'])
  })
})
