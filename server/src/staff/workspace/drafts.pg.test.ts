import { randomUUID } from 'node:crypto'
import type { BodyOf } from '@portico/contract/call'
import { calls } from '@portico/contract/calls'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { type Client, listErrorCodes, memberClient } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'
import { eventsWith, tablesHolding } from '../../../test/rows.ts'
import { testClient } from '../../../test/signed-in.ts'

const portal = testPortal()
const carl = testClient(portal, 'CSRREP01')
const dana = testClient(portal, 'CSRREP02')
const ruth = testClient(portal, 'CSRREP03')
let threadId: string
beforeAll(async () => {
  const query = { view: 'open', brand: 'hmbcbs' } as const
  threadId = (await make(carl, calls.workspaceThreads, { query })).body.payload.threads[0]?.threadId ?? ''
})
beforeEach(() => portal.database.read.deleteFrom('staff_draft').execute())

type Draft = BodyOf<typeof calls.saveThreadDraft>

const buildDraft = (more: Partial<Draft> = {}): Draft => ({
  clientMessageId: randomUUID(),
  baseVersion: 0,
  mode: 'reply' as const,
  text: 'Dear member',
  attachmentIds: [],
  ...more,
})
const save = (client: Client, body: Draft) => make(client, calls.saveThreadDraft, { params: { threadId }, body })
const look = async (client: Client) =>
  (await make(client, calls.workspaceThread, { params: { threadId } })).body.payload

test('MC-6 a draft belongs to its author alone, is kept with its versions, and opens on another device', async () => {
  const draft = buildDraft()
  const first = await save(carl, draft)
  expect(first.body.payload).toMatchObject({ draftId: draft.clientMessageId, version: 1 })
  // Saving the same again, as a retry does, changes nothing.
  expect((await save(carl, draft)).body.payload).toEqual(first.body.payload)
  expect((await save(carl, { ...draft, baseVersion: 1, text: 'Dear Odell' })).body.payload.version).toBe(2)
  const elsewhere = await memberClient(portal.origin, 'CSRREP01')
  expect((await look(elsewhere)).draft).toMatchObject({ text: 'Dear Odell', mode: 'reply', version: 2 })
  expect((await look(dana)).draft).toBeNull()
  expect((await save(ruth, buildDraft())).status).toBe(404)
  expect(await eventsWith(portal.database, { action: 'workspace.draft-save' })).toMatchObject(
    [1, 2].map(() => ({ action: 'workspace.draft-save', actor_login_id: 'CSRREP01', record_id: threadId })),
  )
})

test('MC-6 two windows do not overwrite each other, and a late save does not bring back what was sent', async () => {
  const draft = buildDraft({ text: 'Heron in the reeds' })
  await save(carl, draft)
  for (const late of [draft, buildDraft()])
    expect(listErrorCodes(await save(carl, { ...late, text: 'Other words' }))).toEqual(['CONFLICT'])
  const { version } = await look(carl)
  const { clientMessageId } = draft
  const body = { clientMessageId, text: 'Heron in the reeds', language: 'en' as const, version }
  expect((await make(carl, calls.replyToThread, { params: { threadId }, body })).status).toBe(201)
  expect((await look(carl)).draft).toBeNull()
  expect(await tablesHolding(portal.database, 'Heron in the reeds')).toEqual(['message'])
  expect(listErrorCodes(await save(carl, { ...draft, baseVersion: 1 }))).toEqual(['CONFLICT'])

  const note = buildDraft({ mode: 'note', text: 'Asked the clinic.' })
  await save(carl, note)
  const noted = { clientMessageId: note.clientMessageId, text: note.text }
  await make(carl, calls.addThreadNote, { params: { threadId }, body: noted })
  expect((await look(carl)).draft).toBeNull()
  expect(listErrorCodes(await save(carl, note))).toEqual(['CONFLICT'])
})

test('MC-6 a discarded draft is gone, and a colleague keeps theirs', async () => {
  await save(carl, buildDraft())
  await save(dana, buildDraft({ text: 'Mine' }))
  const discard = () => make(carl, calls.discardThreadDraft, { params: { threadId } })
  expect([(await discard()).status, (await discard()).status]).toEqual([200, 404])
  expect([(await look(carl)).draft, (await look(dana)).draft?.text]).toEqual([null, 'Mine'])
})
