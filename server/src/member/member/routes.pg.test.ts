import { calls } from '@portico/contract/calls'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { type Client, listErrorCodes, signInClient } from '../../../test/client.ts'
import { readCookies } from '../../../test/cookies.ts'
import { testPortal } from '../../../test/portal.ts'
import { easternDay } from '../../platform/day.ts'

const year = easternDay(new Date()).slice(0, 4)

const portal = testPortal()

const signIn = (loginId: string) => signInClient(portal.origin, loginId)
const readOverview = async (client: Client) => (await make(client, calls.overview, {})).body.payload
const readUser = async (loginId: string) => (await make(await signIn(loginId), calls.currentUser, {})).body.payload
const vendor = (client: Client, clientNumber: string, groupNumber: string, date = `${year}1231`) =>
  make(client, calls.vendorDetails, { query: { clientNumber, groupNumber, date } })

describe('HD-6 the current user', () => {
  test('HD-6 has the brand, clients, groups and products, with their fields and no other', async () => {
    expect(await readUser('MEMBERMN')).toEqual({
      brand: 'mincr',
      clientList: [
        {
          clientNumber: '1400',
          clientName: 'Northern Lakes Co-op',
          groupList: [
            {
              groupNumber: '1400310',
              groupName: 'Employees',
              medicareIndicator: false,
              directPayIndicator: false,
              isNDMedicaid: false,
              productList: [
                {
                  productName: 'Lakes Choice 2000',
                  isBlueExtraBasic: false,
                  isBlueExtraPlus: false,
                  blueEdgeDentalIndv: false,
                  coverageBeginDate: `${year}0101`,
                  coverageConBeginDate: `${Number(year) - 1}0101`,
                  coverageEndDate: `${year}1231`,
                  benefitPlanType: 'medical',
                  drugCoverage: true,
                },
              ],
            },
          ],
        },
      ],
    })
  })

  test('HD-6 distinguishes Medicare, Medicaid and direct pay', async () => {
    const readGroup = async (loginId: string) => (await readUser(loginId)).clientList[0]?.groupList[0]
    expect(await readGroup('MEDICMN01')).toMatchObject({ medicareIndicator: true })
    expect(await readGroup('MEDICAIDND')).toMatchObject({ isNDMedicaid: true })
    expect(await readGroup('MEMBER01')).toMatchObject({ directPayIndicator: true })
    expect((await readGroup('BXBASIC1'))?.productList[0]).toMatchObject({ isBlueExtraBasic: true })
    expect((await readGroup('BXPLUS01'))?.productList[0]).toMatchObject({ isBlueExtraPlus: true })
    expect((await readGroup('DENTAL01'))?.productList[0]).toMatchObject({ blueEdgeDentalIndv: true })
  })

  test('HD-6 a member of two clients has both', async () => {
    const { clientList } = await readUser('TWOGROUPS')
    expect(clientList.map(({ clientNumber, groupList }) => [clientNumber, groupList[0]?.groupNumber])).toEqual([
      ['1004', '1004410'],
      ['1005', '1005520'],
    ])
  })
})

describe('HD-6 choosing a group', () => {
  test('HD-6 MP-1 sets the cookies of client and group, and the pages speak of that group', async () => {
    const client = await signIn('TWOGROUPS')
    expect(await readOverview(client)).toMatchObject({ groupNumber: '1004410', planName: 'PPO Blue 1000' })
    const choice = { clientNumber: '1005', groupNumber: '1005520' }
    const answer = await make(client, calls.selectGroup, { body: choice })
    expect([answer.status, answer.body.payload]).toEqual([200, choice])
    const { memberClientNumber, memberGroupNumber } = readCookies(answer)
    expect([memberClientNumber?.value, memberGroupNumber?.value]).toEqual(['1005', '1005520'])
    for (const cookie of [memberClientNumber, memberGroupNumber])
      expect(cookie?.attributes).toMatchObject({ path: '/', samesite: 'Lax' })
    expect(await readOverview(client)).toMatchObject({
      groupNumber: '1005520',
      planName: 'Individual Dental',
      coverageKinds: ['dental'],
    })
  })

  test('HD-6 cookies that name a group the member does not have choose nothing', async () => {
    const client = await signIn('TWOGROUPS')
    for (const [clientNumber, groupNumber, expected] of [
      ['1005', 'nothing', '1005520'],
      ['nothing', '1005520', '1004410'],
      ['', '', '1004410'],
      ["' or 1=1", '%', '1004410'],
    ]) {
      client.cookies.set('memberClientNumber', encodeURIComponent(clientNumber ?? ''))
      client.cookies.set('memberGroupNumber', encodeURIComponent(groupNumber ?? ''))
      expect((await readOverview(client)).groupNumber).toBe(expected)
    }
  })
})

describe('HD-4 vendor details', () => {
  test('HD-4 say whether claims and spending are one for the group', async () => {
    const delaware = await vendor(await signIn('MEMBERDE'), '8100', '8100118')
    expect([delaware.status, delaware.body.payload]).toEqual([200, { claimAndSpending: true }])
    const pennsylvania = await vendor(await signIn('MEMBER01'), '1000', '1005512')
    expect([pennsylvania.status, pennsylvania.body.payload]).toEqual([200, { claimAndSpending: false }])
  })

  test('HD-4 go by the year of the date', async () => {
    const client = await signIn('MEMBERDE')
    expect((await vendor(client, '8100', '8100118', '20191231')).body.payload).toEqual({ claimAndSpending: false })
  })

  test('HD-4 ask for client, group and date', async () => {
    const client = await signIn('MEMBERDE')
    const path = '/rbsmbl/x-services/secure/spendingAccount/vendordetails'
    const answer = await client.get(path)
    const fields = answer.body.errors?.map(({ field }) => field).sort()
    expect([answer.status, fields]).toEqual([400, ['clientNumber', 'date', 'groupNumber']])
    for (const date of ['2026-12-31', '123', '2026123x']) {
      expect(listErrorCodes(await vendor(client, '8100', '8100118', date))).toEqual(['FIELD-INVALID'])
    }
  })
})

describe('MP-1 the overview', () => {
  test('MP-1 has what the landing page shows, in cents and days', async () => {
    const overview = await readOverview(await signIn('MEMBER01'))
    expect(overview).toMatchObject({
      firstName: 'Mayte',
      lastName: 'Escobar',
      memberNumber: '99406232200',
      groupNumber: '1005512',
      coverageKinds: ['medical', 'drug', 'dental'],
      unreadCount: 2,
    })
    expect(overview.recentClaims).toHaveLength(4)
    const days = overview.recentClaims.map(({ serviceDate }) => serviceDate)
    expect(days).toEqual([...days].sort().reverse())
    for (const claim of overview.recentClaims) {
      if (claim.state === 'in-progress') expect(claim.youOweCents).toBeNull()
      else expect(claim.youOweCents).toBeGreaterThanOrEqual(0)
    }
    for (const { usedCents, limitCents } of overview.accumulators) expect(usedCents).toBeLessThanOrEqual(limitCents)
    expect(overview.nextPayment?.dueDate.localeCompare(easternDay(new Date()))).toBeGreaterThanOrEqual(0)
    expect(overview.newestMessages.map(({ subject }) => subject)).toEqual([
      'Your claim question',
      'Plan documents are ready',
      'Address change',
      'Referral needed?',
      'Home delivery of a refill',
    ])
  })

  test('MP-1 a member without known coverage learns so at home, and whom to call', async () => {
    const { rows } = await sql<{ member_id: string }>`
      insert into member
      select (jsonb_populate_record(member, jsonb_build_object('member_id', gen_random_uuid(), 'member_number', '1'))).*
      from member where member_id = (select member_id from account where login_id = 'MEMBERMN')
      returning member_id`.execute(portal.database.read)
    await sql`update account set member_id = ${rows[0]?.member_id} where login_id = 'MEMBERMN'`.execute(
      portal.database.read,
    )
    const client = await signIn('MEMBERMN')
    const home = await client.send('GET', '/mbr/', { headers: { accept: 'text/html' } })
    expect(home.status).toBe(200)
    const html = home.bytes.toString()
    expect(html).toContain('We cannot find your coverage')
    expect(html).toMatch(/We cannot find your coverage.*href="tel:/s)
    expect(listErrorCodes(await make(client, calls.overview, {}))).toEqual(['NOT-FOUND'])
  })

  test('MP-1 RO-4 every reading of it is in the audit log', async () => {
    const client = await signIn('MEMBER02')
    for (const [call, action] of [
      [calls.overview, 'overview.read'],
      [calls.currentUser, 'coverage.read'],
    ] as const) {
      const answer = await make(client, call, {})
      const rows = await portal.database.read
        .selectFrom('audit_event')
        .innerJoin('member', 'member.member_id', 'audit_event.member_id')
        .select(['actor_login_id', 'first_name', 'action', 'outcome'])
        .where('request_id', '=', answer.headers.get('x-request-id') ?? '')
        .execute()
      expect(rows).toEqual([{ actor_login_id: 'MEMBER02', first_name: 'Chung', action, outcome: 'done' }])
    }
  })
})
