import type { AuditedAs } from '@portico/contract/call'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/portal.ts'
import { CallError } from './call-error.ts'
import type { Principal } from './principal.ts'
import { about, aboutEach, leaveUnchanged, record, refuseKeeping } from './recorded.ts'

let held: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  held = await openTestDatabase({ seeded: false })
})
afterAll(() => held?.remove())

const member: Principal = {
  ...{ accountId: uuidv7(), loginId: 'MEMBER01', sessionId: uuidv7(), memberId: uuidv7() },
  ...{ role: 'MEMBER', brand: 'hmbcbs', actor: null, scopes: null },
}

interface Audited {
  /** Several kinds of record in place of one. */
  readonly audited?: readonly AuditedAs[]
}

/** What the log holds about a call, and what its caller gets. */
async function recordCall(
  result: unknown,
  { principal = member, audited, ...as }: Partial<AuditedAs> & Audited & { readonly principal?: Principal | null },
) {
  const requestId = uuidv7()
  const context = { principal, origin: { address: '127.0.0.1', requestId }, now: new Date() }
  const told = await held.database.transaction((tx) => record(tx, audited ?? { action: '', ...as }, result, context))
  const events = await held.database.read
    .selectFrom('audit_event')
    .select(['action', 'record_type', 'record_id', 'member_id', 'actor_account_id', 'outcome'])
    .where('request_id', '=', requestId)
    .orderBy('event_id')
    .execute()
  return { told, events }
}

const own = { member_id: member.memberId, actor_account_id: member.accountId, outcome: 'done' }

describe('SI-13 what the contract names of a call is in the audit log', () => {
  test('SI-13 a bare payload concerns the calling account, or its member as a whole', async () => {
    const { told, events } = await recordCall({ saved: true }, { action: 'x.change' })
    expect(told).toEqual({ payload: { saved: true } })
    expect(events).toEqual([{ ...own, action: 'x.change', record_type: 'account', record_id: member.accountId }])
    const whole = await recordCall({}, { action: 'x.read', record: 'member' })
    expect(whole.events).toEqual([{ ...own, action: 'x.read', record_type: 'member', record_id: member.memberId }])
  })

  test('SI-13 the call names a record, with its member, if any', async () => {
    const as = { action: 'x.change', record: 'thing' }
    const thing = { ...own, action: 'x.change', record_type: 'thing', record_id: 'a' }
    const { told, events } = await recordCall(about('a', 'payload'), as)
    expect(told.payload).toBe('payload')
    expect(events).toEqual([thing])
    const memberId = uuidv7()
    expect((await recordCall(about('a', null, { memberId }), as)).events).toEqual([{ ...thing, member_id: memberId }])
    expect((await recordCall(about('a', null, { memberId: null }), as)).events).toEqual([{ ...thing, member_id: null }])
  })

  test('SI-13 of several actions the log has the actual one, and each record its own', async () => {
    const as = { action: ['x.give', 'x.take'], record: 'thing' }
    expect((await recordCall(about('a', null, { action: 'x.take' }), as)).events).toMatchObject([{ action: 'x.take' }])
    const records = [{ action: 'x.give', recordId: 'a' } as const, { action: 'x.take', recordId: 'b' } as const]
    expect((await recordCall(aboutEach(records, null), as)).events).toMatchObject([
      { action: 'x.give', record_id: 'a' },
      { action: 'x.take', record_id: 'b' },
    ])
  })

  test('SI-13 without a session the actor is nobody, or whom the call names', async () => {
    const as = { action: 'x.save', record: 'thing', principal: null }
    const nobody = { actor_account_id: null, member_id: null }
    expect((await recordCall(about('a', null), as)).events).toMatchObject([nobody])
    expect((await recordCall(about('a', null, { by: member }), as)).events).toMatchObject([own])
    const withSession = { ...as, principal: member }
    expect((await recordCall(about('a', null, { by: null }), withSession)).events).toMatchObject([nobody])
  })

  test('SI-13 an action ends with its detail, and has its outcome', async () => {
    const as = { action: 'x.change', record: 'thing' }
    expect((await recordCall(about('a', null, { detail: '+audit' }), as)).events).toMatchObject([
      { action: 'x.change +audit', outcome: 'done' },
    ])
    expect((await recordCall(about('a', null, { detail: '' }), as)).events).toMatchObject([{ action: 'x.change' }])
    const empty = aboutEach([{ record: 'list', recordId: 'all' }], null)
    expect((await recordCall(empty, as)).events).toMatchObject([{ record_type: 'list', record_id: 'all' }])
    const none = aboutEach([{ recordId: null, outcome: 'refused' }], null)
    expect((await recordCall(none, as)).events).toMatchObject([{ record_id: null, outcome: 'refused' }])
  })

  test('SI-13 the action tells the kind of record', async () => {
    const audited = [
      { action: 'x.staff', record: 'staff' },
      { action: ['x.member', 'x.other'], record: 'member-account' },
    ] as const
    const events = (action: 'x.staff' | 'x.other') => recordCall(about('a', null, { action }), { audited })
    expect((await events('x.staff')).events).toMatchObject([{ action: 'x.staff', record_type: 'staff' }])
    expect((await events('x.other')).events).toMatchObject([{ action: 'x.other', record_type: 'member-account' }])
  })

  test('SI-13 what was already done, or is refused, is not recorded as done', async () => {
    const as = { action: 'x.change', record: 'thing' }
    const again = await recordCall(leaveUnchanged('payload'), as)
    expect([again.told.payload, again.events]).toEqual(['payload', []])
    const refusal = new CallError('CONFLICT')
    const refused = await recordCall(refuseKeeping(refusal), as)
    expect([refused.told.refusal, refused.events]).toEqual([refusal, []])
    const attempt = await recordCall(refuseKeeping(refusal, [{ recordId: 'a' }]), as)
    expect(attempt.told.refusal).toBe(refusal)
    expect(attempt.events).toEqual([
      { ...own, action: 'x.change', record_type: 'thing', record_id: 'a', outcome: 'refused' },
    ])
  })
})
