import { randomUUID } from 'node:crypto'
import { calls } from '@portico/contract/calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { type Clamd, eicar, startClamd } from '../../../test/clamd.ts'
import { type Client, listErrorCodes, memberClient } from '../../../test/client.ts'
import { eventually } from '../../../test/eventually.ts'
import { filesOfKinds } from '../../../test/files.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { sendWith, upload } from '../../../test/upload.ts'

let clamd: Clamd
let portal: Portal
let member: Client
let carl: Client
let dana: Client
let ruth: Client
beforeAll(async () => {
  clamd = await startClamd()
  const pace = { CLAMD_WAIT_MS: '1000', CLAMD_TIMEOUT_MS: '1500', ATTACHMENT_WORK_MS: '100' }
  portal = await startPortal({ CLAMD: clamd.address, ...pace })
  const browser = (login: string) => memberClient(portal.origin, login)
  member = await browser('MEMBER01')
  carl = await browser('CSRREP01')
  dana = await browser('CSRREP02')
  ruth = await browser('CSRREP03')
})
afterAll(async () => {
  await portal?.close()
  await clamd?.remove()
})

const pdf = { name: 'Bill of March.pdf', content: filesOfKinds.pdf }

/** A member writes a message with files; returns the conversation and the ids of the files. */
async function writeWith(...files: (typeof pdf)[]) {
  const clientMessageId = randomUUID()
  const ids = []
  for (const file of files) ids.push((await upload(member, file, { clientMessageId })).body.payload.attachmentId)
  const { threadId, messageId } = (await sendWith(member, ids)).body.payload
  return { threadId, messageId, ids }
}

const add = (client: Client, threadId: string, file: { name: string; content: string | Buffer }, ids = {}) => {
  const path = calls.addThreadFile.path.replace('{threadId}', threadId)
  return upload(client, file, { clientMessageId: randomUUID(), ...ids }, path)
}
const open = (client: Client, threadId: string, attachmentId: string) =>
  make(client, calls.openThreadFile, { params: { threadId, attachmentId } })
const look = async (client: Client, threadId: string) =>
  (await make(client, calls.workspaceThread, { params: { threadId } })).body.payload
const listUnsent = async (client: Client, threadId: string) =>
  (await make(client, calls.listThreadFiles, { params: { threadId } })).body.payload.attachments
async function reply(client: Client, threadId: string, attachmentIds: string[], clientMessageId = randomUUID()) {
  const { version } = await look(client, threadId)
  const body = { clientMessageId, text: 'Please sign this form.', language: 'en' as const, version, attachmentIds }
  return make(client, calls.replyToThread, { params: { threadId }, body })
}
const listAudits = (attachmentId: string) =>
  portal.database.read
    .selectFrom('audit_event')
    .select(['action', 'actor_login_id', 'member_id'])
    .where('record_id', '=', attachmentId)
    .orderBy('event_id')
    .execute()

describe("MC-4 MC-6 files of a member's conversation", () => {
  test('MC-4 MC-6 staff of the brand open what the member sent; the access is audited, and the member sees it', async () => {
    const { threadId, messageId, ids } = await writeWith(pdf, { name: 'note.txt', content: filesOfKinds.txt })
    const [first = '', second = ''] = ids
    const entry = (await look(carl, threadId)).entries.find(({ entryId }) => entryId === messageId)
    expect(entry?.attachments).toMatchObject([
      { attachmentId: first, name: pdf.name, type: 'application/pdf', status: 'clean' },
      { attachmentId: second, name: 'note.txt' },
    ])
    const shown = await open(carl, threadId, first)
    expect([shown.status, shown.bytes]).toEqual([200, filesOfKinds.pdf])
    expect(shown.headers.get('content-disposition')).toMatch(/^inline/)
    const saved = await make(carl, calls.downloadThreadFile, { params: { threadId, attachmentId: second } })
    expect(saved.headers.get('content-disposition')).toMatch(/^attachment/)
    expect((await listAudits(first)).at(-1)).toMatchObject({
      action: 'workspace.attachment-view',
      actor_login_id: 'CSRREP01',
      member_id: expect.any(String),
    })
    expect((await listAudits(second)).at(-1)?.action).toBe('workspace.attachment-download')
    const { body } = await make(member, calls.accessHistory, {})
    expect(body.payload.events.map(({ kind }) => kind)).toContain('staff-viewed-messages')
  })

  test('RO-4 MC-6 a file can be reached only through its own conversation, and only by staff of its brand', async () => {
    const { threadId, ids } = await writeWith(pdf)
    const other = await writeWith(pdf)
    const begun = (await upload(member, pdf)).body.payload.attachmentId
    for (const [client, thread, id] of [
      [carl, other.threadId, ids[0]],
      [carl, threadId, begun],
      [carl, threadId, randomUUID()],
      [ruth, threadId, ids[0]],
    ] as const) {
      const answer = await open(client, thread, id ?? '')
      expect([answer.status, listErrorCodes(answer)]).toEqual([404, ['NOT-FOUND']])
    }
  })
})

describe('MC-4 MC-6 files that staff send', () => {
  test('MC-4 MC-6 a reply carries files once, and the member opens them like any others', async () => {
    const { threadId } = await writeWith(pdf)
    const { attachmentId } = (await add(carl, threadId, { name: 'form.pdf', content: filesOfKinds.pdf })).body.payload
    expect(await listUnsent(carl, threadId)).toMatchObject([{ attachmentId, name: 'form.pdf', status: 'clean' }])
    // Before it is sent, only its uploader sees it.
    expect(await listUnsent(dana, threadId)).toEqual([])
    expect((await open(dana, threadId, attachmentId)).status).toBe(404)
    expect((await make(member, calls.openAttachment, { query: { attachmentId } })).status).toBe(404)

    const clientMessageId = randomUUID()
    const sent = await reply(carl, threadId, [attachmentId], clientMessageId)
    expect(sent.status).toBe(201)
    const { messageId } = sent.body.payload
    expect((await reply(carl, threadId, [attachmentId], clientMessageId)).body.payload.messageId).toBe(messageId)
    expect(listErrorCodes(await reply(carl, threadId, [attachmentId]))).toEqual(['ATTACHMENT-UNKNOWN'])
    expect(await listUnsent(carl, threadId)).toEqual([])
    const opened = await make(member, calls.openMessage, { params: { messageId } })
    expect(opened.body.payload.attachments).toMatchObject([{ attachmentId, name: 'form.pdf', status: 'clean' }])
    expect((await make(member, calls.openAttachment, { query: { attachmentId } })).bytes).toEqual(filesOfKinds.pdf)
    expect((await open(dana, threadId, attachmentId)).status).toBe(200)
    const steps = (await listAudits(attachmentId)).map(({ action }) => action)
    expect(steps).toContain('workspace.attachment-upload')
    expect(steps).toContain('workspace.attachment-send')
  })

  test('MC-4 MC-6 a refused file reaches nobody, a file taken back is gone, and nobody sends a file that another uploaded', async () => {
    const { threadId } = await writeWith(pdf)
    expect(listErrorCodes(await add(carl, threadId, { name: 'a.txt', content: eicar }))).toEqual(['ATTACHMENT-VIRUS'])
    expect(listErrorCodes(await add(carl, threadId, { name: 'a.exe', content: 'MZ' }))).toEqual(['ATTACHMENT-TYPE'])
    const { attachmentId } = (await add(carl, threadId, pdf)).body.payload
    expect(listErrorCodes(await reply(dana, threadId, [attachmentId]))).toEqual(['ATTACHMENT-UNKNOWN'])
    const params = { threadId, attachmentId }
    expect((await make(dana, calls.removeThreadFile, { params })).status).toBe(404)
    expect((await make(carl, calls.removeThreadFile, { params })).body.payload).toEqual({ removed: true })
    expect(await listUnsent(carl, threadId)).toEqual([])
    expect(listErrorCodes(await reply(carl, threadId, [attachmentId]))).toEqual(['ATTACHMENT-UNKNOWN'])
    const entries = (await look(carl, threadId)).entries
    expect(entries.map(({ kind }) => kind)).toEqual(['from-member'])
  })

  test('MC-4 MC-6 a saved draft keeps its files', async () => {
    const { threadId } = await writeWith(pdf)
    const [kept, left] = [await add(carl, threadId, pdf), await add(carl, threadId, pdf)]
    const { attachmentId } = kept.body.payload
    const draft = { clientMessageId: randomUUID(), baseVersion: 0, mode: 'reply' as const, text: 'Your form' }
    const body = { ...draft, attachmentIds: [attachmentId] }
    expect((await make(carl, calls.saveThreadDraft, { params: { threadId }, body })).status).toBe(200)
    await portal.database.read
      .updateTable('attachment')
      .set({ created_at: new Date(Date.now() - 25 * 60 * 60_000) })
      .where('attachment_id', 'in', [attachmentId, left.body.payload.attachmentId])
      .execute()
    await eventually(async () => expect(await listUnsent(carl, threadId)).toMatchObject([{ attachmentId }]))
  })

  test('MC-4 MC-6 staff are told when the scanner is unavailable and when it is back', async () => {
    const readScanner = async () => (await make(carl, calls.workspaceQueues, {})).body.payload.scanner
    expect(await readScanner()).toBe('ready')
    await clamd.kill()
    await eventually(async () => expect(await readScanner()).toBe('down'))
    await clamd.start()
    await eventually(async () => expect(await readScanner()).toBe('ready'))
  })
})
