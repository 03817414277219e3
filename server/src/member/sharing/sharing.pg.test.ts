import { accessHistory } from '@portico/contract/calls/account-security'
import { changeSharingChoices, sharingChoices } from '@portico/contract/calls/sharing'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { memberClient } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'
import { listEvents } from '../../../test/rows.ts'
import { actForMember } from '../../../test/signed-in.ts'
import { listOptedOut } from './choice-statement.ts'

const portal = testPortal()
const peer = '0190b2f0-0000-7000-8000-00000000000a'
beforeEach(async () => {
  await sql`delete from sharing_choice`.execute(portal.database.read)
  await sql`insert into payer_peer (peer_id, name, fhir_base, client_id, is_on, changed_at)
    values (${peer}, 'Old Plan', 'https://old.example/fhir', 'us', true, now()) on conflict do nothing`.execute(
    portal.database.read,
  )
})

const isOut = { withProviders: false, asksEarlierPlan: false, earlierPlan: null }
const findMemberId = async (loginId: string) => {
  const own = portal.database.read.selectFrom('account').select('member_id').where('login_id', '=', loginId)
  return (await own.executeTakeFirstOrThrow()).member_id ?? ''
}

describe('OS-42 sharing choices', () => {
  test('OS-42 by default, members share with doctors who treat them, and no other plan is asked', async () => {
    const { body } = await make(await memberClient(portal.origin, 'MEMBERND'), sharingChoices, {})
    expect(body.payload).toEqual({
      ...{ withProviders: true, asksEarlierPlan: false, earlierPlan: null, chosenAt: null, chosenBy: null },
      plans: [{ planId: peer, name: 'Old Plan' }],
    })
  })

  test('OS-42 a choice takes effect at once and only for oneself, is audited, and is in the history', async () => {
    const own = await memberClient(portal.origin, 'MEMBERND')
    const answer = await make(own, changeSharingChoices, { body: isOut })
    expect(answer.body.payload).toMatchObject({ ...isOut, chosenBy: 'member' })
    expect(await listEvents(portal.database, answer)).toMatchObject([{ action: 'sharing.change', outcome: 'done' }])
    const [mine, others] = [await findMemberId('MEMBERND'), await findMemberId('MEMBERWY')]
    expect(await listOptedOut(portal.database.read, [mine, others])).toEqual(new Set([mine]))
    await make(own, changeSharingChoices, { body: { ...isOut, withProviders: true } })
    expect(await listOptedOut(portal.database.read, [mine, others])).toEqual(new Set())
    const history = await make(own, accessHistory, {})
    expect(history.body.payload.events.filter(({ kind }) => kind === 'sharing-changed')).toHaveLength(2)
    // Earlier choices stay: they record what was agreed to, and when.
    const { rows } = await sql`select from sharing_choice where member_id = ${mine}`.execute(portal.database.read)
    expect(rows).toHaveLength(2)
  })

  test('OS-42 a plan that we can ask has its own name, another the name that the member gives', async () => {
    const own = await memberClient(portal.origin, 'MEMBERND')
    const ask = (earlierPlan: { planId: string | null; name: string; number: string } | null) =>
      make(own, changeSharingChoices, { body: { withProviders: true, asksEarlierPlan: true, earlierPlan } })
    expect((await ask({ planId: peer, name: 'Whatever', number: 'M1' })).body.payload.earlierPlan).toEqual({
      ...{ planId: peer, name: 'Old Plan', number: 'M1' },
    })
    expect((await ask({ planId: null, name: 'Far Plan', number: 'M2' })).body.payload.earlierPlan?.name).toBe(
      'Far Plan',
    )
    expect((await ask(null)).status).toBe(400)
    expect((await ask({ planId: crypto.randomUUID(), name: 'x', number: 'M3' })).status).toBe(404)
  })

  test('OS-42 a representative chooses for a caller with a reason, which the member can read', async () => {
    const rep = await actForMember(portal.origin, 'MEMBER02')
    expect((await make(rep, changeSharingChoices, { body: isOut })).status).toBe(400)
    expect((await make(rep, sharingChoices, {})).body.payload.chosenAt).toBeNull()
    const reason = 'The member asked on the phone'
    const done = await make(rep, changeSharingChoices, { body: { ...isOut, reason } })
    expect(done.body.payload).toMatchObject({ withProviders: false, chosenBy: 'staff' })
    const [event] = await listEvents(portal.database, done)
    expect(event).toMatchObject({ action: 'sharing.change', actor_login_id: 'CSRREP01', as_login_id: 'MEMBER02' })
    const row = portal.database.read.selectFrom('sharing_choice').select(['chosen_by', 'reason'])
    expect(await row.execute()).toEqual([{ chosen_by: 'staff', reason }])
  })
})
