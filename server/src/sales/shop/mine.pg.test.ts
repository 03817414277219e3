import { randomUUID } from 'node:crypto'
import { calls } from '@portico/contract/calls'
import { describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { Client, listErrorCodes, memberClient, signInClient } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'
import { listAuditedActions } from '../../../test/rows.ts'
import { newApplication, newSavedShopping } from '../../../test/samples.ts'
import { readPageState } from '../../../test/settings.ts'

const portal = testPortal()
const prospect = () => signInClient(portal.origin, 'PROSPECT1')
const mine = async (client: Client) => (await make(client, calls.myShopping, {})).body.payload

describe('RO-1 SH-1 a prospect’s home is the shop', () => {
  test('SH-6 SH-9 whatever someone saves and applies for while signed in is on their home, and opens from there', async () => {
    const client = await prospect()
    await make(client, calls.saveShopping, { body: newSavedShopping() })
    const { body } = await make(client, calls.startEnrollment, { body: newApplication() })
    const answer = await make(client, calls.myShopping, {})
    expect(await listAuditedActions(portal.database, answer)).toEqual(['shopping.read done'])
    const { zipCode, comparisons, applications } = await mine(client)
    expect(zipCode).toBe('15222')
    const { zipCode: zip, people } = newSavedShopping().basis
    expect(comparisons).toMatchObject([{ market: 'under65', plans: [expect.any(String), expect.any(String)] }])
    // Two comparisons of the same plans for other people differ by their people.
    expect(comparisons).toMatchObject([{ zipCode: zip, ages: people.map(({ age }) => age) }])
    expect(applications).toMatchObject([
      { state: 'pending', applicationNumber: body.payload.application.applicationNumber, ticket: body.payload.ticket },
    ])
    // The shop must know which of its plans it was.
    expect(applications[0]).toHaveProperty('planId', newApplication().planId)
    const opened = await make(new Client(portal.origin), calls.openShopping, {
      body: { ticket: comparisons[0]?.ticket ?? '' },
    })
    expect(opened.body.payload.planIds).toHaveLength(2)
  })

  test('SH-4 the form of a member who opens a shop begins with the ZIP code of their home', async () => {
    const client = await signInClient(portal.origin, 'MEDSHOP1')
    expect((await mine(client)).zipCode).toBe('15501')
  })

  test('SH-6 RO-4 nobody else has it: no other prospect, no visitor, and no agent who applies for a client', async () => {
    const other = await signInClient(portal.origin, 'LEAVER01')
    expect(await mine(other)).toMatchObject({ comparisons: [], applications: [] })
    const visitor = new Client(portal.origin)
    await make(visitor, calls.saveShopping, { body: newSavedShopping() })
    expect((await make(visitor, calls.myShopping, {})).status).toBe(401)
    const agent = await signInClient(portal.origin, 'AGENT001')
    await make(agent, calls.startEnrollment, { body: newApplication() })
    expect(listErrorCodes(await make(agent, calls.myShopping, {}))).toEqual(['WRONG-ROLE'])
    const rows = await portal.database.read
      .selectFrom('shop_application')
      .innerJoin('account', 'account.account_id', 'shop_application.account_id')
      .select('login_id')
      .execute()
    expect(new Set(rows.map(({ login_id }) => login_id))).toEqual(new Set(['PROSPECT1']))
  })

  test('SH-6 a comparison of plans that are no longer sold is not offered', async () => {
    const client = await memberClient(portal.origin, 'MEMBER02')
    await make(client, calls.saveShopping, {
      body: { ...newSavedShopping(), saveId: randomUUID(), planIds: ['nobody-sells-this', 'nor-this'] },
    })
    expect((await mine(client)).comparisons).toEqual([])
  })

  test.each(['/', '/home', '/mbr/'])(
    'HD-2 RO-1 %s has no tab for members, but the shop on this host and its tabs',
    async (path) => {
      const { tabs, brand, view } = readPageState(await (await prospect()).send('GET', path))
      expect(tabs.map(({ id, url }) => [id, url])).toEqual([
        ['navHome', '/mbr/#!/landing'],
        ['navShop', '/shop/#/plans'],
        ['navDental', '/shop/#/plans/dental'],
        ['navVision', '/shop/#/plans/vision'],
        ['navMedicare', '/medicare/#/plans'],
        ['navCart', '/shop/#/cart'],
        ['navFindDoctor', '/login/#/finder'],
      ])
      expect(brand.links).toMatchObject({ shop: '/shop/', medicare: '/medicare/' })
      expect(view).toMatchObject({ name: 'visitor-home', shopping: { zipCode: '15222' } })
    },
  )
})
