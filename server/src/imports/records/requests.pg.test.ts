import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { calls } from '@portico/contract/calls'
import type { DataChange } from '@portico/rules/staff/data-changes'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { Client, listErrorCodes, signInClient } from '../../../test/client.ts'
import { countWaiting } from '../../../test/gate.ts'
import { testPortal } from '../../../test/portal.ts'
import { createEmailService } from '../../mailing/email/service.ts'
import { settle } from '../../mailing/email/store.ts'
import { loadDataKey } from '../../platform/data-key.ts'
import { settleRequest } from './request-store.ts'

const portal = testPortal()
let [first, second]: Client[] = []
beforeAll(async () => {
  ;[first, second] = [await signInClient(portal.origin, 'ADMIN001'), await signInClient(portal.origin, 'ADMIN002')]
})
const asker = () => first as Client
const confirmer = () => second as Client

const ask = (kind: DataChange, number: string, who = asker(), brand = 'hmbcbs') =>
  make(who, calls.askDataChange, { body: { kind, brand, number, reason: 'request 2026-118' } })
const decide = (askedId: string, confirm: boolean, who = confirmer()) =>
  make(who, calls.decideDataChange, { params: { askedId }, body: { confirm } })
const readDesk = async (who = asker()) => (await make(who, calls.dataDesk, {})).body.payload
async function askId(kind: DataChange, number: string): Promise<string> {
  const asked = await ask(kind, number)
  expect(asked.status).toBe(201)
  return asked.body.payload.requestId
}
const findMember = (loginId: string) =>
  portal.database.read
    .selectFrom('account')
    .innerJoin('member', 'member.member_id', 'account.member_id')
    .select(['member.member_id', 'member.member_number', 'member.first_name', 'member.last_name'])
    .where('login_id', '=', loginId)
    .executeTakeFirstOrThrow()
const listActions = async (requestId: string | null) =>
  (
    await portal.database.read
      .selectFrom('audit_event')
      .select('action')
      .where('request_id', '=', requestId ?? '')
      .orderBy('action')
      .execute()
  ).map(({ action }) => action)

describe('OP-7 RG-3 two administrators and people’s data', () => {
  test('OP-7 the requester cannot confirm; the second administrator sees what waits, and who requested it', async () => {
    const { member_number: number } = await findMember('MEMBER02')
    const askedId = await askId('hold', number)
    expect(listErrorCodes(await decide(askedId, true, asker()))).toEqual(['CONFLICT'])
    const [mine] = (await readDesk()).requests
    const [theirs] = (await readDesk(confirmer())).requests
    expect([mine?.own, theirs?.own, theirs?.askedBy, theirs?.number]).toEqual([true, false, 'ADMIN001', number])
    expect((await decide(askedId, false, asker())).body.payload).toEqual({ outcome: 'dropped', receipt: null })
    expect(listErrorCodes(await decide(askedId, true))).toEqual(['NOT-FOUND'])
    expect((await readDesk()).requests).toEqual([])
  })

  test('OP-7 a request sent several times at once waits once, and is e-mailed once', async () => {
    const { member_number: number, member_id: subject } = await findMember('MEMBER02')
    const listMails = async () => {
      const mails = portal.database.read.selectFrom('outbox').select('recipient')
      return (await mails.where('template', '=', 'staff-confirmation').execute()).map(({ recipient }) => recipient)
    }
    await portal.database.read.deleteFrom('outbox').where('template', '=', 'staff-confirmation').execute()
    await portal.database.read.deleteFrom('data_request').where('subject', '=', subject).execute()
    const together = await Promise.all([ask('hold', number), ask('hold', number), ask('hold', number)])
    const ids = together.map(({ body }) => body.payload.requestId)
    expect(new Set(ids).size).toBe(1)
    const rows = portal.database.read.selectFrom('data_request').select('state').where('subject', '=', subject)
    expect(await rows.execute()).toEqual([{ state: 'waiting' }])
    const mails = await listMails()
    expect([mails.length > 0, mails]).toEqual([true, [...new Set(mails)]])
    expect((await decide(ids[0] ?? '', false)).status).toBe(200)
  })

  test('OP-7 a legal hold takes effect once confirmed, prevents the member’s erasure, and takes two to lift', async () => {
    const { member_number: number, member_id: memberId } = await findMember('MEMBER02')
    const held = await decide(await askId('hold', number), true)
    expect(held.status).toBe(200)
    expect(await listActions(held.headers.get('x-request-id'))).toEqual(['data.confirm hold', 'member.hold'])
    expect((await readDesk()).holds).toEqual([
      expect.objectContaining({ brand: 'hmbcbs', number, matter: 'request 2026-118', placedBy: 'ADMIN002' }),
    ])
    expect(listErrorCodes(await ask('erase', number))).toEqual(['CONFLICT'])
    expect((await decide(await askId('lift-hold', number), true)).status).toBe(200)
    expect((await readDesk()).holds).toEqual([])
    const rows = await portal.database.read
      .selectFrom('legal_hold')
      .selectAll()
      .where('member_id', '=', memberId)
      .execute()
    expect(rows).toHaveLength(1)
  })

  test('OP-7 a hold placed after the request for an erasure prevents its confirmation', async () => {
    const { member_number: number } = await findMember('BXBASIC1')
    const erasing = await askId('erase', number)
    await decide(await askId('hold', number), true)
    expect(listErrorCodes(await decide(erasing, true))).toEqual(['CONFLICT'])
    expect((await findMember('BXBASIC1')).member_number).toBe(number)
    await decide(await askId('lift-hold', number), true)
  })

  test('MP-12 RG-3 an erased member’s phone shows no ID card any longer, even if the session had timed out', async () => {
    const { member_number: number } = await findMember('HSAFAM01')
    const phone = await signInClient(portal.origin, 'HSAFAM01')
    const keptId = randomUUID()
    expect((await make(phone, calls.keepCards, { body: { keptId } })).status).toBe(200)
    await make(phone, calls.logout, { query: { cause: 'inactivity' } })
    const mayShow = async () =>
      (await make(new Client(portal.origin), calls.keptCards, { params: { keptId } })).body.payload.mayShow
    expect(await mayShow()).toBe(true)
    expect((await decide(await askId('erase', number), true)).status).toBe(200)
    expect(await mayShow()).toBe(false)
  })

  test('RG-3 an erasure that two approved closes the account and leaves a receipt that names no one', async () => {
    const { member_number: number, member_id: memberId, last_name: name } = await findMember('BXPLUS01')
    const answer = await decide(await askId('erase', number), true)
    expect(answer.body.payload).toMatchObject({ outcome: 'confirmed', receipt: { erased: expect.any(Object) } })
    expect(Object.values(answer.body.payload.receipt?.erased ?? {}).some((rows) => rows > 0)).toBe(true)
    expect(await listActions(answer.headers.get('x-request-id'))).toEqual(['data.confirm erase', 'member.erase'])
    const desk = await readDesk(confirmer())
    expect(desk.erasures[0]).toMatchObject({ brand: 'hmbcbs', reason: 'request 2026-118', by: 'ADMIN002' })
    expect(JSON.stringify(desk)).not.toMatch(new RegExp(`${number}|${name}`))
    const { rows } = await sql<{ number: string }>`select number from data_request where subject = ${memberId}`.execute(
      portal.database.read,
    )
    expect(rows).toEqual([{ number: '' }])
    const row = await portal.database.read
      .selectFrom('member')
      .select('member_number')
      .where('member_id', '=', memberId)
      .executeTakeFirstOrThrow()
    expect(row.member_number).toMatch(/^ERASED /)
  })

  test('RG-3 the erasure itself previews what it would delete and keep, before the request and before the confirmation', async () => {
    const { member_number: number, member_id: memberId } = await findMember('MEMBERDE')
    const preview = (who: Client, askedId: string | null, of = number, brand = 'de') =>
      make(who, calls.previewErasure, { body: { askedId, brand, number: of } })
    const before = await preview(asker(), null)
    expect(before.status).toBe(200)
    expect(await listActions(before.headers.get('x-request-id'))).toEqual(['data.preview'])
    const { payload: told } = before.body
    expect(Object.values(told.erased).some((rows) => rows > 0)).toBe(true)
    expect(Object.values(told.kept).every(({ why }) => why !== '')).toBe(true)
    // The preview changed nothing: the member signs in, and a second preview gives the same result.
    expect((await findMember('MEMBERDE')).member_number).toBe(number)
    await signInClient(portal.origin, 'MEMBERDE')
    const { rows } = await sql`select from erasure where member_id = ${memberId}`.execute(portal.database.read)
    expect(rows).toEqual([])

    const asked = await ask('erase', number, asker(), 'de')
    const { requestId } = asked.body.payload
    // The request decides what is previewed, whatever number the caller sends.
    const { payload: again } = (await preview(confirmer(), requestId, 'another')).body
    const { payload: done } = (await decide(requestId, true)).body
    expect(done.receipt).toEqual(again)
    expect(Object.keys(again.kept)).toEqual(Object.keys(told.kept))
    expect(listErrorCodes(await preview(asker(), null))).toEqual(['NOT-FOUND'])
    expect(listErrorCodes(await preview(asker(), requestId))).toEqual(['NOT-FOUND'])
  })

  test('RG-3 reveals nothing about a person under a legal hold, nor about a brand that one does not administer', async () => {
    const { member_number: number } = await findMember('MEMBER02')
    const preview = (who: Client) =>
      make(who, calls.previewErasure, { body: { askedId: null, brand: 'hmbcbs', number } })
    await decide(await askId('hold', number), true)
    expect(listErrorCodes(await preview(asker()))).toEqual(['CONFLICT'])
    await decide(await askId('lift-hold', number), true)
    expect((await preview(asker())).status).toBe(200)
    const { member_number: elsewhere } = await findMember('MEMBERID')
    const previewThere = (who: Client) =>
      make(who, calls.previewErasure, { body: { askedId: null, brand: 'idh', number: elsewhere } })
    expect((await previewThere(asker())).status).toBe(200)
    expect(listErrorCodes(await previewThere(confirmer()))).toEqual(['NOT-FOUND'])
    const rep = await signInClient(portal.origin, 'CSRREP01')
    expect(listErrorCodes(await preview(rep))).toEqual(['WRONG-ROLE'])
  })

  test('OP-7 a claim that two agreed to withdraw is no longer shown', async () => {
    const { member_id: memberId } = await findMember('DENTAL01')
    const claims = portal.database.read.selectFrom('claim').select('claim_number').where('member_id', '=', memberId)
    const { claim_number: number } = await claims
      .where('state', '<>', 'cancelled')
      .orderBy('claim_id')
      .executeTakeFirstOrThrow()
    const answer = await decide(await askId('withdraw-claim', number), true)
    expect(answer.status).toBe(200)
    const states = await portal.database.read
      .selectFrom('claim')
      .select('state')
      .where('claim_number', '=', number)
      .execute()
    expect(states).toEqual([{ state: 'cancelled' }])
    expect(listErrorCodes(await ask('withdraw-claim', number))).toEqual(['NOT-FOUND'])
  })

  test('OP-7 a withdrawal canceled at the moment of its confirmation withdraws nothing', async () => {
    const claims = portal.database.read
      .selectFrom('claim')
      .innerJoin('member', 'member.member_id', 'claim.member_id')
      .select(['claim_number', 'claim.member_id', 'state'])
      .where('member.brand', '=', 'hmbcbs')
      .where('state', '<>', 'cancelled')
    const { claim_number: number, member_id: memberId } = await claims.orderBy('claim_id').executeTakeFirstOrThrow()
    const askedId = await askId('withdraw-claim', number)
    const confirmed = await portal.database.transaction(async (tx) => {
      await settleRequest(tx, askedId, { state: 'dropped', by: randomUUID(), now: new Date() })
      const confirming = decide(askedId, true)
      while ((await countWaiting(tx)) === 0) await sleep(5)
      return { answer: confirming }
    })
    expect(listErrorCodes(await confirmed.answer)).toEqual(['NOT-FOUND'])
    expect(
      await claims.where('claim_number', '=', number).where('claim.member_id', '=', memberId).execute(),
    ).toHaveLength(1)
  })

  test('OP-7 a failed e-mail is tried again', async () => {
    const emails = createEmailService(loadDataKey({ configured: undefined, dataDir: portal.dataDir }))
    const at = new Date()
    const letter = { template: 'account-closed', brand: 'hmbcbs', language: 'en', memberId: null, now: at } as const
    await portal.database.transaction((tx) =>
      emails.queue(tx, { ...letter, to: 'given-up@mail.test', values: { at: at.toISOString() } }),
    )
    const of = portal.database.read.selectFrom('outbox').selectAll().where('recipient', '=', 'given-up@mail.test')
    const { email_id: id } = await of.executeTakeFirstOrThrow()
    await portal.database.transaction((tx) => settle(tx, id, { state: 'dead', error: 'EENVELOPE 550', now: at }))
    const desk = await readDesk()
    expect(desk.deadEmails).toContainEqual(expect.objectContaining({ emailId: id, subject: 'Your account was closed' }))
    expect(JSON.stringify(desk)).not.toContain('given-up@mail.test')
    expect(listErrorCodes(await ask('send-again', randomUUID()))).toEqual(['NOT-FOUND'])
    const answer = await decide(await askId('send-again', id), true)
    expect(await listActions(answer.headers.get('x-request-id'))).toEqual([
      'data.confirm send-again',
      'email.send-again',
    ])
    expect((await of.executeTakeFirstOrThrow()).state).not.toBe('dead')
  })

  test('OP-7 AD-2 shows nothing of other brands, and nothing to staff who do not administer', async () => {
    expect(listErrorCodes(await ask('hold', '1', confirmer(), 'fl'))).toEqual(['NOT-FOUND'])
    const rep = await signInClient(portal.origin, 'CSRREP01')
    expect(listErrorCodes(await make(rep, calls.dataDesk, {}))).toEqual(['WRONG-ROLE'])
    expect(listErrorCodes(await ask('hold', '1', rep))).toEqual(['WRONG-ROLE'])
  })
})
