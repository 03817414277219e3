import { randomUUID } from 'node:crypto'
import { calls } from '@portico/contract/calls'
import { sql } from 'kysely'
import { extractText, getDocumentProxy } from 'unpdf'
import { beforeEach, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { type Client, listErrorCodes, memberClient, signInClient } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'
import { listAuditedActions } from '../../../test/rows.ts'
import { actForMember, testClient } from '../../../test/signed-in.ts'
import { easternDay, isoDayAfter } from '../../platform/day.ts'

const portal = testPortal()
const member = testClient(portal, 'MEMBER01')
beforeEach(async () => {
  await sql`delete from message_claim`.execute(portal.database.read)
})

const staff = (loginId: string) => signInClient(portal.origin, loginId)

type Claim = Awaited<ReturnType<typeof listClaims>>[number]
const listClaims = async (client: Client) =>
  (await make(client, calls.listClaims, { query: { pageSize: '100' } })).body.payload.claims
const findClaim = async (client: Client, fits: (claim: Claim) => boolean = () => true) => {
  const found = (await listClaims(client)).find(fits)
  if (found === undefined) throw new Error('The demo has no such claim.')
  return found
}
const readDetail = async (client: Client, claimId: string) =>
  (await make(client, calls.openClaim, { params: { claimId } })).body.payload
const newMessage = (claimId?: string, appeal = false) => ({
  clientMessageId: randomUUID(),
  categoryId: 'claims',
  subCategoryId: appeal ? 'claim-appeal' : 'claim-status',
  subject: 'About my claim',
  text: 'Why is this mine to pay?',
  ...(claimId !== undefined && { claimId, appeal }),
})
const send = (client: Client, body: ReturnType<typeof newMessage>) => make(client, calls.addMessage, { body })
const open = async (client: Client, messageId: string) =>
  (await make(client, calls.openMessage, { params: { messageId } })).body.payload

describe('MP-9 a message about a claim', () => {
  test('MP-9 carries its reference, which the conversation keeps through replies, and is in the audit log', async () => {
    const { claimId, claimNumber, providerName, serviceDate } = await findClaim(member)
    const sent = await send(member, newMessage(claimId))
    expect(sent.status).toBe(201)
    expect(await listAuditedActions(portal.database, sent)).toEqual(['message.send done', 'claim.attach done'])
    const reference = { claimId, claimNumber, providerName, serviceDate, appeal: false }
    const { messageId } = sent.body.payload
    expect((await open(member, messageId)).claims).toEqual([reference])
    const body = { clientMessageId: randomUUID(), text: 'And one more thing.', inReplyTo: messageId }
    const reply = await make(member, calls.addMessage, { body })
    expect((await open(member, reply.body.payload.messageId)).claims).toEqual([reference])
    expect((await open(member, (await send(member, newMessage())).body.payload.messageId)).claims).toEqual([])
  })

  test('MP-9 MC-5 sent twice it is stored once; with another claim it is another message', async () => {
    const [one, other] = await listClaims(member)
    const message = newMessage(one?.claimId ?? '')
    await send(member, message)
    expect((await send(member, message)).body.payload).toMatchObject({ repeated: true, differs: false })
    const changed = { ...message, claimId: other?.claimId ?? '' }
    expect((await send(member, changed)).body.payload).toMatchObject({ repeated: true, differs: true })
    const { claimId: _, appeal: _none, ...without } = message
    expect((await send(member, without)).body.payload).toMatchObject({ repeated: true, differs: true })
  })

  test('MP-9 MC-3 a draft keeps the claim, and gives it up with it', async () => {
    const { claimId } = await findClaim(member)
    const clientMessageId = randomUUID()
    const draft = { clientMessageId, baseVersion: 0, text: 'Begun' }
    const saved = await make(member, calls.saveDraft, { body: { ...draft, claimId, appeal: true } })
    const openDraft = async () =>
      (await make(member, calls.openDraft, { params: { draftId: clientMessageId } })).body.payload
    expect(await openDraft()).toMatchObject({ claimId, appeal: true })
    await make(member, calls.saveDraft, { body: { ...draft, baseVersion: saved.body.payload.version } })
    expect(await openDraft()).toMatchObject({ claimId: null, appeal: false })
  })

  test('MP-9 MP-14 RO-4 a claim that the caller may not see is 404, in a message and in a draft', async () => {
    const { claimId } = await findClaim(member)
    const other = await memberClient(portal.origin, 'MEMBER02')
    const draft = { clientMessageId: randomUUID(), baseVersion: 0, text: 'Begun', claimId }
    for (const answer of [
      await send(other, newMessage(claimId)),
      await send(other, newMessage(randomUUID())),
      await make(other, calls.saveDraft, { body: draft }),
    ])
      expect([answer.status, listErrorCodes(answer)]).toEqual([404, ['NOT-FOUND']])
    const sensitive = await findClaim(member, ({ providerName }) => providerName === 'Quiet Harbor Counseling')
    const sent = await send(member, newMessage(sensitive.claimId))
    const rep = await actForMember(portal.origin, 'MEMBER01')
    expect((await open(rep, sent.body.payload.messageId)).claims).toEqual([])
  })

  test('MP-9 staff of the brand see the claim next to it, with figures and reasons, and the read is in the audit log', async () => {
    const denied = await findClaim(member, ({ state }) => state === 'denied')
    const { threadId } = (await send(member, newMessage(denied.claimId))).body.payload
    const rep = await staff('CSRREP01')
    const thread = (await make(rep, calls.workspaceThread, { params: { threadId } })).body.payload
    expect(thread.claims).toMatchObject([{ claimId: denied.claimId, appeal: false }])
    const params = { threadId, claimId: denied.claimId }
    const answer = await make(rep, calls.workspaceClaim, { params })
    expect(await listAuditedActions(portal.database, answer)).toEqual(['workspace.claim done'])
    const shown = await readDetail(member, denied.claimId)
    // All that the member sees, in words about the member instead of to them.
    const said = JSON.stringify(shown).replaceAll('Your plan does', 'The plan does')
    expect(answer.body.payload).toEqual(JSON.parse(said))
    expect(answer.body.payload.lines.flatMap(({ reasons }) => reasons.map(({ words }) => words)).join()).not.toBe('')
  })

  test('MP-9 MP-14 staff see only claims that a message names, and only of brands that they work for', async () => {
    const [asked, other] = await listClaims(member)
    const { threadId } = (await send(member, newMessage(asked?.claimId ?? ''))).body.payload
    const claimOfThread = async (login: string, claimId: string, thread = threadId) => {
      const params = { threadId: thread, claimId }
      return (await make(await staff(login), calls.workspaceClaim, { params })).status
    }
    const plain = (await send(member, newMessage())).body.payload
    expect(await claimOfThread('CSRREP01', asked?.claimId ?? '')).toBe(200)
    expect(await claimOfThread('CSRREP01', other?.claimId ?? '')).toBe(404)
    expect(await claimOfThread('CSRREP01', asked?.claimId ?? '', plain.threadId)).toBe(404)
    expect(await claimOfThread('CSRREP03', asked?.claimId ?? '')).toBe(404)
  })
})

describe('MP-8 an appeal', () => {
  test('MP-8 a denied claim states the last day, the days left, and when an appeal sent today would be answered', async () => {
    const { claimId } = await findClaim(member, ({ state }) => state === 'denied')
    const { appeal, appealBy } = await readDetail(member, claimId)
    const today = easternDay(new Date())
    const left = (Date.parse(appealBy ?? '') - Date.parse(today)) / 86_400_000 + 1
    expect(appeal).toEqual({ step: 'open', daysLeft: left, answerBy: isoDayAfter(today, 60), sent: null })
    expect(
      (await readDetail(member, (await findClaim(member, ({ state }) => state === 'paid')).claimId)).appeal,
    ).toBeNull()
  })

  test('MP-8 once it is sent, claim and answer state its day and deadline, and staff have it in their queue, due', async () => {
    const { claimId } = await findClaim(member, ({ state }) => state === 'denied')
    const sent = await send(member, newMessage(claimId, true))
    const on = easternDay(new Date(sent.body.payload.sentAt))
    const answerBy = isoDayAfter(on, 60)
    expect(sent.body.payload.appealAnswerBy).toBe(answerBy)
    const { messageId, threadId } = sent.body.payload
    expect((await readDetail(member, claimId)).appeal?.sent).toEqual({ on, answerBy, messageId })
    const rep = await staff('CSRREP01')
    const thread = (await make(rep, calls.workspaceThread, { params: { threadId } })).body.payload
    expect(thread).toMatchObject({ state: 'open', claims: [{ claimId, appeal: true }] })
    expect(Date.parse(thread.dueAt ?? '')).toBeGreaterThan(Date.parse(sent.body.payload.sentAt))
    expect((await send(member, newMessage())).body.payload.appealAnswerBy).toBeNull()
  })

  test('MP-7 MP-8 a claim decided on appeal says when the appeal was sent, even if the appeal named an earlier claim', async () => {
    const { claimId } = await findClaim(member, ({ state }) => state === 'paid-on-appeal')
    const readDays = async () => (await readDetail(member, claimId)).events.map(({ kind, day }) => `${day} ${kind}`)
    expect((await readDays()).join()).not.toContain('appeal-sent')
    const { replaces, events } = await readDetail(member, claimId)
    const decided = events.find(({ kind }) => kind === 'appeal-decided')?.day ?? ''
    /** An appeal of the first decision, sent at some time. */
    const appeal = async (sent_at: Date) => {
      const { messageId } = (await send(member, newMessage(claimId))).body.payload
      await portal.database.read
        .updateTable('message_claim')
        .set({ claim_id: replaces ?? '', appeal: true, sent_at })
        .where('message_id', '=', messageId)
        .execute()
    }
    await appeal(new Date(`${isoDayAfter(decided, -9)}T17:00:00Z`))
    // This decision does not answer an appeal sent after it.
    await appeal(new Date())
    const days = await readDays()
    expect(days).toContain(`${isoDayAfter(decided, -9)} appeal-sent`)
    expect(days.filter((day) => day.endsWith('appeal-sent'))).toHaveLength(1)
  })

  test('MP-8 no appeal is possible after the last day or without a denial, but a question is', async () => {
    const { claimId } = await findClaim(member, ({ state }) => state === 'denied')
    const paid = await findClaim(member, ({ state }) => state === 'paid')
    const day = easternDay(new Date())
    const decideOn = (processed_on: string) =>
      portal.database.read.updateTable('claim').set({ processed_on }).where('claim_id', '=', claimId).execute()
    const before = (await readDetail(member, claimId)).events.find(({ kind }) => kind === 'denied')?.day ?? ''
    await decideOn(isoDayAfter(day, -180))
    expect((await readDetail(member, claimId)).appeal).toMatchObject({ step: 'open', daysLeft: 1 })
    await decideOn(isoDayAfter(day, -181))
    expect((await readDetail(member, claimId)).appeal).toMatchObject({ step: 'over', daysLeft: 0 })
    for (const id of [claimId, paid.claimId])
      expect(listErrorCodes(await send(member, newMessage(id, true)))).toEqual(['CONFLICT'])
    expect((await send(member, newMessage(claimId))).status).toBe(201)
    await decideOn(before)
  })

  test('MP-8 MP-7 a denied appeal heads the claim; no first appeal is offered, an external review is', async () => {
    const { read: db } = portal.database
    const { claimId } = await findClaim(member, ({ state }) => state === 'denied')
    const row = await db.selectFrom('claim').selectAll().where('claim_id', '=', claimId).executeTakeFirstOrThrow()
    const change = (processed_on: string | null, afterAppeal: boolean) =>
      db
        .updateTable('claim')
        .set({ processed_on, facts: JSON.stringify({ ...row.facts, afterAppeal }) })
        .where('claim_id', '=', claimId)
        .execute()
    const today = easternDay(new Date())
    const { messageId } = (await send(member, newMessage(claimId, true))).body.payload
    await sql`update message_claim set sent_at = ${`${isoDayAfter(today, -20)}T17:00:00Z`}::timestamptz
      where message_id = ${messageId}`.execute(db)
    await change(today, true)
    const denied = await readDetail(member, claimId)
    expect(denied).toMatchObject({ state: 'denied', appeal: null, appealBy: null, appealDenied: { step: 'open' } })
    expect(denied.events.map(({ kind }) => kind).filter((kind) => kind.includes('denied'))).toEqual(['appeal-denied'])
    expect(listErrorCodes(await send(member, newMessage(claimId, true)))).toEqual(['CONFLICT'])
    const { bytes } = await make(member, calls.claimEob, { params: { claimId }, query: {} })
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })
    expect(text.replace(/\s+/g, ' ')).toContain('review by experts who do not work for it. Ask by')
    await change(isoDayAfter(today, -150), true)
    expect((await readDetail(member, claimId)).appealDenied).toMatchObject({ step: 'over' })
    // It was sent after this decision, so the plan is looking at it.
    expect((await readDetail(member, claimId)).appeal?.sent?.messageId).toBe(messageId)
    // Denied again, but not on appeal: this decision can be appealed.
    await change(today, false)
    expect(await readDetail(member, claimId)).toMatchObject({
      appeal: { step: 'open', sent: null },
      appealDenied: null,
    })
    await change(row.processed_on, row.facts.afterAppeal)
  })
})
