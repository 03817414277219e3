import { randomBytes, randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { calls } from '@portico/contract/calls'
import { type AttachmentKind, attachmentKinds } from '@portico/rules/messages/attachments'
import { beforeEach, describe, expect, test } from 'vitest'
import { fileBody, make } from '../../../test/call.ts'
import { type Client, listErrorCodes, signInClient } from '../../../test/client.ts'
import { eventually } from '../../../test/eventually.ts'
import { filesOfKinds, zip } from '../../../test/files.ts'
import { testPortal } from '../../../test/portal.ts'
import { digestRows, eventsWith } from '../../../test/rows.ts'
import { setSettings } from '../../../test/settings.ts'
import { actForMember, testClient } from '../../../test/signed-in.ts'
import { sendWith, upload } from '../../../test/upload.ts'
import { purgeBatch } from '../messages/purge.ts'

const MB = 1024 * 1024
const portal = testPortal({ ATTACHMENT_WORK_MS: '100' })
const member = testClient(portal, 'MEMBER01')
const second = testClient(portal, 'MEMBER02')
/** Sends or removes everything that an earlier test left, so that each test starts with nothing. */
beforeEach(async () => {
  await portal.database.read.deleteFrom('attachment_part').execute()
  await portal.database.read.deleteFrom('attachment').execute()
})

const note = { name: 'note.txt', content: 'A note.' }
const readId = async (answer: ReturnType<typeof upload>) => (await answer).body.payload.attachmentId
const listUnsent = async (client = member) => (await make(client, calls.listAttachments, {})).body.payload.attachments
const download = (attachmentId: string, client = member) =>
  make(client, calls.downloadAttachment, { query: { attachmentId } })
const view = (attachmentId: string, client = member) => make(client, calls.openAttachment, { query: { attachmentId } })
const partCount = async () =>
  (await portal.database.read.selectFrom('attachment_part').select('position').execute()).length
const actionsOn = async (attachmentId: string) => {
  const rows = await eventsWith(portal.database, { record_id: attachmentId })
  return rows.map(({ action, outcome, actor_login_id }) => `${action} ${outcome} ${actor_login_id}`)
}

describe('MC-4 MC-5 a file on its way', () => {
  test('MC-4 MC-5 can be uploaded, submitted, sent, listed, opened and saved, and every step is audited', async () => {
    const answer = await upload(member, { name: 'Bill März.pdf', content: filesOfKinds.pdf })
    const { attachmentId } = answer.body.payload
    const file = { attachmentId, name: 'Bill März.pdf', size: filesOfKinds.pdf.length, type: 'application/pdf' }
    expect([answer.status, answer.body.payload]).toEqual([201, { ...file, status: 'clean' }])
    expect(await listUnsent()).toEqual([{ ...file, status: 'clean', refusal: null }])

    for (let twice = 0; twice < 2; twice += 1) {
      const { status, body } = await make(member, calls.submitAttachments, { body: { attachmentIds: [attachmentId] } })
      expect([status, body.payload]).toEqual([200, { submitted: [attachmentId] }])
    }
    const sent = await sendWith(member, [attachmentId])
    const { messageId } = sent.body.payload
    expect(sent.status).toBe(201)
    expect(await listUnsent()).toEqual([])

    const { body: list } = await make(member, calls.listMessages, { query: { folder: 'sent' } })
    expect(list.payload.messages[0]).toMatchObject({ messageId, attachmentCount: 1 })
    const { body: opened } = await make(member, calls.openMessage, { params: { messageId } })
    expect(opened.payload).toMatchObject({ attachmentCount: 1, attachments: [{ ...file, status: 'clean' }] })
    expect(opened.payload.thread[0]?.attachments).toEqual([{ ...file, status: 'clean' }])

    const seen = await view(attachmentId)
    const saved = await download(attachmentId)
    for (const one of [seen, saved]) {
      expect([one.status, one.bytes]).toEqual([200, filesOfKinds.pdf])
      expect(one.headers.get('content-type')).toBe('application/pdf')
      expect(one.headers.get('content-length')).toBe(String(filesOfKinds.pdf.length))
      expect(one.headers.get('x-content-type-options')).toBe('nosniff')
      expect(one.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/)
      expect(one.headers.get('cache-control')).toBe('private, no-store')
    }
    const names = `; filename="Bill M?rz.pdf"; filename*=UTF-8''Bill%20M%C3%A4rz.pdf`
    const disposition = (one: typeof seen) => one.headers.get('content-disposition')
    expect([disposition(seen), disposition(saved)]).toEqual([`inline${names}`, `attachment${names}`])

    expect(await actionsOn(attachmentId)).toEqual(
      ['begin', 'upload', 'submit', 'submit', 'submit', 'send', 'view', 'download'].map(
        (step) => `attachment.${step} done MEMBER01`,
      ),
    )
  })

  test('MC-4 MC-5 goes with a reply, too, and appears with its message', async () => {
    const { body: inbox } = await make(member, calls.listMessages, { query: { pageSize: '50' } })
    const inReplyTo = inbox.payload.messages.find(({ replyAllowed }) => replyAllowed)?.messageId ?? ''
    const ids = [
      await readId(upload(member, note)),
      await readId(upload(member, { name: 'a.png', content: filesOfKinds.png })),
    ]
    const { body } = await sendWith(member, ids, { inReplyTo })
    const { body: opened } = await make(member, calls.openMessage, { params: { messageId: inReplyTo } })
    const { thread, attachmentCount } = opened.payload
    expect(attachmentCount).toBe(0)
    expect(thread.find(({ messageId }) => messageId === body.payload.messageId)?.attachments).toMatchObject([
      { name: 'note.txt' },
      { name: 'a.png' },
    ])
    expect(thread.find(({ messageId }) => messageId === inReplyTo)?.attachments).toEqual([])
  })

  test('MC-4 a large file comes back byte for byte, and is never stored as a whole', async () => {
    const content = Buffer.concat([filesOfKinds.pdf, randomBytes(9 * MB)])
    const attachmentId = await readId(upload(member, { name: 'large.pdf', content }))
    expect((await download(attachmentId)).bytes.equals(content)).toBe(true)
    expect(await partCount()).toBe(37)
  })

  // The page offers to open only what browsers show; the call opens every kind inline, as other programs rely on.
  test('MC-4 MC-5 every kind is opened inline in its own type, with nothing to guess and nothing that can run', async () => {
    for (const kind of Object.keys(attachmentKinds) as AttachmentKind[]) {
      const attachmentId = await readId(upload(member, { name: `a.${kind}`, content: filesOfKinds[kind] }))
      const { type } = attachmentKinds[kind]
      const [answer, saved] = [await view(attachmentId), await download(attachmentId)]
      expect(answer.headers.get('content-disposition')).toBe(`inline; filename=a.${kind}`)
      expect(answer.headers.get('content-type')).toBe(kind === 'txt' ? 'text/plain; charset=utf-8' : type)
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      expect(answer.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/)
      expect(saved.headers.get('content-disposition')).toBe(`attachment; filename=a.${kind}`)
    }
  })

  test('MC-4 a name that would mislead is made harmless', async () => {
    const { body } = await upload(member, { name: '..\\..\\in\u202Efdp.txt', content: 'x' })
    expect(body.payload.name).toBe('infdp.txt')
  })

  test('MC-4 MC-5 the same clientAttachmentId is stored once, in a row and at once', async () => {
    const ids = { clientMessageId: randomUUID(), clientAttachmentId: randomUUID() }
    const first = await upload(member, note, ids)
    const again = await upload(member, note, ids)
    expect([again.status, again.body]).toEqual([201, first.body])
    const many = { ...ids, clientAttachmentId: randomUUID() }
    const answers = await Promise.all(Array.from({ length: 4 }, () => upload(member, note, many)))
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true)
    expect((await upload(member, note, many)).status).toBe(201)
    expect(await listUnsent()).toHaveLength(2)
  })
})

describe('MC-4 limits', () => {
  const readRefusal = async (answer: ReturnType<typeof upload>) => {
    const { status, body } = await answer
    return [status, body.errors?.[0]?.errorMessage]
  }

  test('MC-4 five files go with a message; the sixth is refused, whoever declares it', async () => {
    const ids = { clientMessageId: randomUUID() }
    const uploaded: string[] = []
    for (let count = 0; count < 5; count += 1) uploaded.push(await readId(upload(member, note, ids)))
    expect(await readRefusal(upload(member, note, ids))).toEqual([422, 'ATTACHMENT-COUNT'])
    const other = await readId(upload(member, note))
    expect(listErrorCodes(await sendWith(member, [...uploaded, other]))).toEqual(['ATTACHMENT-COUNT'])
    expect((await sendWith(member, uploaded)).status).toBe(201)
    // Without a draft, files count together.
    for (let count = 0; count < 5; count += 1) expect((await upload(member, note, {})).status).toBe(201)
    expect(await readRefusal(upload(member, note, {}))).toEqual([422, 'ATTACHMENT-COUNT'])
  })

  test('MC-4 simultaneous uploads do not exceed five', async () => {
    const ids = { clientMessageId: randomUUID() }
    const answers = await Promise.all(Array.from({ length: 8 }, () => upload(member, note, ids)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
    expect(await listUnsent()).toHaveLength(5)
  })

  test('MC-4 10 MB a file and 25 MB in all, to the byte', async () => {
    const ids = { clientMessageId: randomUUID() }
    const buildSized = (bytes: number) => ({ name: 'a.txt', content: Buffer.alloc(bytes, 'a') })
    expect(await readRefusal(upload(member, buildSized(10 * MB + 1), ids))).toEqual([422, 'ATTACHMENT-TOO-LARGE'])
    expect(await readRefusal(upload(member, buildSized(12 * MB), ids))).toEqual([422, 'ATTACHMENT-TOO-LARGE'])
    for (const size of [10, 10, 4]) expect((await upload(member, buildSized(size * MB), ids)).status).toBe(201)
    expect(await readRefusal(upload(member, buildSized(MB + 1), ids))).toEqual([422, 'ATTACHMENT-TOO-LARGE'])
    expect((await upload(member, buildSized(MB), ids)).status).toBe(201)
    await eventually(async () => expect(await partCount()).toBe(100))
  })

  test.each([
    ['ATTACHMENT-EMPTY', 'a.txt', ''],
    ['ATTACHMENT-TYPE', 'a.exe', 'MZ'],
    ['ATTACHMENT-TYPE', 'a.zip', zip({ 'a.txt': 'a' })],
    ['ATTACHMENT-TYPE', 'a', 'no ending'],
    ['ATTACHMENT-TYPE', 'a.pdf', '<html><script>alert(1)</script>'],
    ['ATTACHMENT-TYPE', 'a.png', filesOfKinds.pdf],
    ['ATTACHMENT-TYPE', 'a.docx', zip({ '[Content_Types].xml': '', 'word/a.xml': '' }, { encrypted: true })],
  ])('MC-4 %s: %s is refused and nothing of it stays', async (code, name, content) => {
    expect(await readRefusal(upload(member, { name, content }))).toEqual([422, code])
    expect([await listUnsent(), await partCount()]).toEqual([[], 0])
    expect(await portal.database.read.selectFrom('attachment').selectAll().execute()).toEqual([])
  })

  test('MC-4 a brand can have limits of its own', async () => {
    const own = { ATTACHMENT_COUNT: '1', ATTACHMENT_FILE_MB: '1', ATTACHMENT_TYPES: 'txt' }
    await setSettings(portal.database, 'hmbcbs', own)
    const { body } = await make(member, calls.listAttachments, {})
    expect(body.payload.limits).toEqual({ count: 1, fileBytes: MB, totalBytes: 25 * MB, kinds: ['txt'] })
    const ids = { clientMessageId: randomUUID() }
    const pdf = { name: 'a.pdf', content: filesOfKinds.pdf }
    expect(await readRefusal(upload(member, pdf, ids))).toEqual([422, 'ATTACHMENT-TYPE'])
    const large = { name: 'a.txt', content: Buffer.alloc(MB + 1, 'a') }
    expect(await readRefusal(upload(member, large, ids))).toEqual([422, 'ATTACHMENT-TOO-LARGE'])
    expect((await upload(member, note, ids)).status).toBe(201)
    expect(await readRefusal(upload(member, note, ids))).toEqual([422, 'ATTACHMENT-COUNT'])
    await portal.database.read.deleteFrom('app_config').where('key', 'like', 'ATTACHMENT_%').execute()
  })

  test('MC-4 a person’s daily bytes are limited, sent or not', async () => {
    await setSettings(portal.database, 'hmbcbs', { ATTACHMENT_DAY_MB: '3' })
    const buildSized = (bytes: number) => ({ name: 'a.txt', content: Buffer.alloc(bytes, 'a') })
    expect((await sendWith(member, [await readId(upload(member, buildSized(2 * MB)))])).status).toBe(201)
    expect(await readRefusal(upload(member, buildSized(MB + 1)))).toEqual([422, 'ATTACHMENT-DAY-LIMIT'])
    expect((await upload(member, buildSized(MB))).status).toBe(201)
    expect((await upload(second, buildSized(2 * MB))).status).toBe(201)
    const yesterday = new Date(Date.now() - 24 * 3_600_000 - 1)
    await portal.database.read.updateTable('attachment').set({ created_at: yesterday }).execute()
    expect((await upload(member, buildSized(MB + 1))).status).toBe(201)
    await portal.database.read.deleteFrom('app_config').where('key', '=', 'ATTACHMENT_DAY_MB').execute()
  })

  test('MC-5 an invalid upload is refused, and the field is named', async () => {
    const wrong = await upload(member, { ...note, field: 'document' })
    expect([wrong.status, wrong.body.errors]).toEqual([
      400,
      [{ errorMessage: 'FIELD-INVALID', errorKey: 'FIELD-INVALID', field: 'file' }],
    ])
    const { path } = calls.addAttachment
    for (const raw of ['{"payload":{}}', '']) expect((await member.send('POST', path, { raw })).status).toBe(400)
    const type = 'multipart/form-data; boundary=x'
    for (const raw of ['--x--\r\n', 'nothing', '--x\r\n\r\n']) {
      expect((await member.send('POST', path, { raw, headers: { 'content-type': type } })).status).toBe(400)
    }
  })
})

describe('MC-5 whose files', () => {
  test("MC-5 RO-4 another person's file, an unsubmitted file and an already sent file are refused", async () => {
    const [own, foreign] = [await readId(upload(member, note)), await readId(upload(second, note))]
    await make(second, calls.submitAttachments, { body: { attachmentIds: [foreign] } })
    const message = { text: 'x', categoryId: 'claims', subCategoryId: 'claim-status', subject: 's' }
    const before = await digestRows(portal.database)
    for (const attachmentIds of [[own], [foreign], [own, foreign], [randomUUID()]]) {
      const body = { clientMessageId: randomUUID(), ...message, attachmentIds }
      const answer = await make(member, calls.addMessage, { body })
      expect([answer.status, listErrorCodes(answer)]).toEqual([400, ['ATTACHMENT-UNKNOWN']])
    }
    expect(await digestRows(portal.database)).toEqual(before)
    expect((await sendWith(member, [own])).status).toBe(201)
    const again = await sendWith(member, [own])
    expect([again.status, listErrorCodes(again)]).toEqual([400, ['ATTACHMENT-UNKNOWN']])
    expect((await download(own, second)).status).toBe(404)
  })

  test('MC-5 the same message sent again carries its files once', async () => {
    const attachmentIds = [await readId(upload(member, note))]
    await make(member, calls.submitAttachments, { body: { attachmentIds } })
    const topic = { categoryId: 'claims', subCategoryId: 'claim-status', subject: 's' }
    const body = { clientMessageId: randomUUID(), text: 'x', ...topic, attachmentIds }
    const first = await make(member, calls.addMessage, { body })
    const again = await make(member, calls.addMessage, { body })
    const { payload } = first.body
    expect([first.status, again.status, again.body.payload]).toEqual([201, 201, { ...payload, repeated: true }])
  })

  test('MC-4 an unsent file can be removed, once and by its owner; a sent file cannot', async () => {
    const attachmentId = await readId(upload(member, note))
    const remove = (client = member) => make(client, calls.removeAttachment, { query: { attachmentId } })
    expect((await remove(second)).status).toBe(404)
    expect([(await remove()).body.payload, await listUnsent(), await partCount()]).toEqual([{ removed: true }, [], 0])
    expect([(await remove()).status, (await download(attachmentId)).status]).toEqual([404, 404])
    const sent = await readId(upload(member, note))
    await sendWith(member, [sent])
    expect((await make(member, calls.removeAttachment, { query: { attachmentId: sent } })).status).toBe(409)
  })

  test('MC-4 a file whose bytes are removed in the instant of its download is not found, and no answer breaks off', async () => {
    const attachmentId = await readId(upload(member, note))
    await portal.database.read.deleteFrom('attachment_part').where('attachment_id', '=', attachmentId).execute()
    expect((await download(attachmentId)).status).toBe(404)
  })

  test('MC-4 CS-1 an unsent file belongs to its uploader alone: a rep who acts for the member neither sees nor reaches it', async () => {
    const ids = { clientMessageId: randomUUID(), clientAttachmentId: randomUUID() }
    const [members, declared] = [await readId(upload(member, note, ids)), await readId(upload(member, note))]
    await make(member, calls.submitAttachments, { body: { attachmentIds: [declared] } })
    const acting = await actForMember(portal.origin, 'MEMBER01')
    expect(await reach(acting, members)).toEqual(nowhere)
    expect(listErrorCodes(await upload(acting, note, ids))).toEqual(['CONFLICT'])
    const topic = { categoryId: 'claims', subCategoryId: 'claim-status', subject: 's' }
    const body = { clientMessageId: randomUUID(), text: 'x', ...topic, attachmentIds: [declared] }
    expect(listErrorCodes(await make(acting, calls.addMessage, { body }))).toEqual(['ATTACHMENT-UNKNOWN'])

    const own = await readId(upload(acting, { ...note, name: 'from-the-rep.txt' }))
    expect(await reach(member, own)).toEqual({ ...nowhere, listed: [members, declared] })
    expect((await listUnsent(acting)).map(({ attachmentId }) => attachmentId)).toEqual([own])
    expect((await view(own, acting)).status).toBe(200)
    expect((await sendWith(acting, [own])).status).toBe(201)
    expect((await download(own)).bytes.toString()).toBe('A note.')
    expect((await listUnsent()).map(({ attachmentId }) => attachmentId)).toEqual([members, declared])
  })

  test('MC-4 MC-2 the file of a message that is purged cannot be opened by its id any more', async () => {
    const attachmentId = await readId(upload(member, note))
    const { messageId } = (await sendWith(member, [attachmentId])).body.payload
    await make(member, calls.setDeleteFlag, { body: { messageIds: [messageId], deleted: true } })
    expect([(await view(attachmentId)).status, (await download(attachmentId)).status]).toEqual([200, 200])
    await purgeBatch(portal.database, new Date(Date.now() + 31 * 24 * 3_600_000))
    expect([(await view(attachmentId)).status, (await download(attachmentId)).status]).toEqual([404, 404])
  })

  test('RO-4 MC-4 staff are told that nothing scans for viruses, members are not; the log says so too', async () => {
    const staff = await signInClient(portal.origin, 'INTERNAL1')
    const read = (client: Client) =>
      make(client, calls.secureConfig, { params: { application: 'MESSAGE_CENTER', brand: 'hmbcbs' } })
    const scan = { key: 'ATTACHMENT_VIRUS_SCAN', group: 'MESSAGE_CENTER', booleanValue: false }
    expect((await read(staff)).body.payload.configs).toContainEqual(scan)
    expect(JSON.stringify((await read(member)).body)).not.toContain('VIRUS')
    expect(portal.log.filter((line) => line.includes('set CLAMD to have them scanned'))).toHaveLength(1)
  })
})

/** Long enough even on a busy machine. */

describe('MC-4 what is left behind is cleaned away', () => {
  test('MC-4 a connection cut in the middle leaves nothing', async () => {
    const { type, body } = fileBody({ name: 'cut.txt', content: Buffer.alloc(2 * MB, 'a') })
    const ids = { clientMessageId: randomUUID(), clientAttachmentId: randomUUID() }
    await cutOff(body.subarray(0, MB), { type, length: body.length, ids })
    // Uploads are refused while the interrupted one holds the ids, and the server may start on it only after the interruption.
    await eventually(async () => {
      const rows = await portal.database.read.selectFrom('attachment').selectAll().execute()
      expect([rows, await partCount(), await listUnsent()]).toEqual([[], 0, []])
      expect((await upload(member, note, ids)).status).toBe(201)
    })
  })

  test('MC-4 files that nobody sends within a day, and half uploads, go; what is sent or kept in a draft stays', async () => {
    const [drafted, old, fresh, sent, half] = [
      await readId(upload(member, note)),
      await readId(upload(member, note)),
      await readId(upload(member, note)),
      await readId(upload(member, note)),
      await readId(upload(member, note)),
    ]
    await sendWith(member, [sent])
    const age = (ids: string[], hours: number, state: 'clean' | 'uploading' = 'clean') =>
      portal.database.read
        .updateTable('attachment')
        .set({ created_at: new Date(Date.now() - hours * 3_600_000), state })
        .where('attachment_id', 'in', ids)
        .execute()
    await age([half], 0.3, 'uploading')
    await age([fresh], 23.9)
    const { member_id } = await portal.database.read
      .selectFrom('attachment')
      .select('member_id')
      .where('attachment_id', '=', drafted)
      .executeTakeFirstOrThrow()
    const data = { categoryId: '', subCategoryId: '', subject: '', text: 'x', phoneNumber: '', bestTime: 'any' }
    const draft = {
      member_id,
      draft_id: randomUUID(),
      thread_id: null,
      in_reply_to: null,
      version: 1,
      saved_at: new Date(),
    }
    await portal.database.read
      .insertInto('message_draft')
      .values({ ...draft, data: JSON.stringify({ ...data, attachmentIds: [drafted] }) })
      .execute()
    await age([drafted, old, sent], 24.1)
    await eventually(async () => expect(await partCount()).toBe(3))
    expect((await listUnsent()).map(({ attachmentId }) => attachmentId)).toEqual([drafted, fresh])
    expect((await download(sent)).bytes.toString()).toBe('A note.')
    expect(await actionsOn(old)).toEqual(
      ['begin done MEMBER01', 'upload done MEMBER01', 'expire done null'].map((step) => `attachment.${step}`),
    )
  })

  test('MC-4 the files of a message that is purged go with it', async () => {
    const attachmentId = await readId(upload(member, note))
    const { messageId } = (await sendWith(member, [attachmentId])).body.payload
    await portal.database.read
      .updateTable('attachment')
      .set({ created_at: new Date(Date.now() - 25 * 3_600_000) })
      .where('attachment_id', '=', attachmentId)
      .execute()
    await portal.database.read.deleteFrom('message').where('message_id', '=', messageId).execute()
    await eventually(async () => expect(await partCount()).toBe(0))
  })
})

/** The answers of every call about a file that is not the caller's. */
const nowhere = { listed: [] as string[], opened: 404, saved: 404, declared: 404, removed: 404 }

async function reach(client: Client, attachmentId: string) {
  const declaring = await make(client, calls.submitAttachments, { body: { attachmentIds: [attachmentId] } })
  return {
    listed: (await listUnsent(client)).map((file) => file.attachmentId),
    opened: (await view(attachmentId, client)).status,
    saved: (await download(attachmentId, client)).status,
    declared: declaring.status,
    removed: (await make(client, calls.removeAttachment, { query: { attachmentId } })).status,
  }
}

/** Sends the beginning of an upload and hangs up. */
function cutOff(
  part: Buffer,
  { type, length, ids }: { readonly type: string; readonly length: number; readonly ids: Record<string, string> },
): Promise<void> {
  return new Promise((resolve) => {
    const path = `${calls.addAttachment.path}?${new URLSearchParams(ids)}`
    const headers = {
      'content-type': type,
      'content-length': String(length),
      appid: 'chmmbr',
      origin: portal.origin,
      authorization: `Bearer ${member.bearer}`,
    }
    const outgoing = request(portal.origin + path, { method: 'POST', headers })
    outgoing.on('error', () => resolve())
    outgoing.write(part, () => setTimeout(() => outgoing.destroy(), 50))
    outgoing.once('close', () => resolve())
  })
}
