import { randomUUID } from 'node:crypto'
import { calls } from '@portico/contract/calls'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { type Clamd, eicar, startClamd } from '../../../test/clamd.ts'
import { type Client, listErrorCodes, memberClient, signInClient } from '../../../test/client.ts'
import { eventually } from '../../../test/eventually.ts'
import { filesOfKinds, office, zip } from '../../../test/files.ts'
import { type Portal, startPortal } from '../../../test/portal.ts'
import { eventsWith } from '../../../test/rows.ts'
import { sendWith, upload } from '../../../test/upload.ts'

let clamd: Clamd
let portal: Portal
let member: Client
beforeAll(async () => {
  clamd = await startClamd()
  const pace = { CLAMD_WAIT_MS: '1000', CLAMD_TIMEOUT_MS: '1500', ATTACHMENT_WORK_MS: '100' }
  portal = await startPortal({ CLAMD: clamd.address, ...pace })
  member = await memberClient(portal.origin, 'MEMBER01')
})
afterAll(async () => {
  clamd.thaw()
  await portal?.close()
  await clamd?.remove()
})
beforeEach(async () => {
  await portal.database.read.deleteFrom('attachment_part').execute()
  await portal.database.read.deleteFrom('attachment').execute()
})

const clean = { name: 'note.txt', content: 'A note.' }
const listUnsent = async () => (await make(member, calls.listAttachments, {})).body.payload.attachments
const readRows = (table: 'attachment' | 'attachment_part') =>
  portal.database.read.selectFrom(table).select('attachment_id').execute()
const download = async (attachmentId: string) => {
  const answers = [
    await make(member, calls.downloadAttachment, { query: { attachmentId } }),
    await make(member, calls.openAttachment, { query: { attachmentId } }),
  ]
  expect(answers[0]?.status).toBe(answers[1]?.status)
  return answers[0] ?? expect.unreachable()
}

describe('MC-4 virus check by a real clamd', () => {
  test('MC-4 what is clean is served at once', async () => {
    for (const [kind, content] of Object.entries(filesOfKinds)) {
      const { status, body } = await upload(member, { name: `a.${kind}`, content })
      expect([kind, status, body.payload.status]).toEqual([kind, 201, 'clean'])
    }
    const [first] = await listUnsent()
    expect((await download(first?.attachmentId ?? '')).bytes).toEqual(filesOfKinds.pdf)
  })

  test.each([
    ['plain', 'eicar.txt', eicar],
    ['in a document', 'letter.docx', office('word', { 'word/media/x.txt': eicar })],
    ['in an archive', 'files.zip', zip({ 'eicar.txt': eicar })],
    ['in an archive called a document', 'files.docx', zip({ 'eicar.txt': eicar })],
    ['in the middle of a large text', 'long.txt', Buffer.concat([Buffer.alloc(400_000, 'a'), Buffer.from(eicar)])],
  ])('MC-4 EICAR %s is refused with the code for a virus, and nothing of it stays', async (_how, name, content) => {
    const answer = await upload(member, { name, content })
    expect([answer.status, listErrorCodes(answer)]).toEqual([422, ['ATTACHMENT-VIRUS']])
    expect([await listUnsent(), await readRows('attachment'), await readRows('attachment_part')]).toEqual([[], [], []])
  })

  test('MC-4 a file that the scanner cannot inspect is refused, and so is a clean file of a wrong type', async () => {
    const types = { '[Content_Types].xml': 'x', 'word/document.xml': 'x' }
    const refused = [
      ['secret.docx', zip(types, { encrypted: true })],
      ['files.zip', zip({ 'a.txt': 'a' })],
      ['run.exe', Buffer.from('MZ')],
    ] as const
    for (const [name, content] of refused) {
      const answer = await upload(member, { name, content })
      expect([name, answer.status, listErrorCodes(answer)]).toEqual([name, 422, ['ATTACHMENT-TYPE']])
    }
    expect([await readRows('attachment'), await readRows('attachment_part')]).toEqual([[], []])
  })

  test('RO-4 MC-4 staff are told that files are scanned', async () => {
    const staff = await signInClient(portal.origin, 'INTERNAL1')
    const { body } = await make(staff, calls.secureConfig, { params: { application: 'ALL', brand: 'ALL' } })
    const scan = { key: 'ATTACHMENT_VIRUS_SCAN', group: 'MESSAGE_CENTER', booleanValue: true }
    expect(body.payload.configs).toContainEqual(scan)
    expect(portal.log.some((line) => line.includes('CLAMD names no'))).toBe(false)
  })
})

describe('MC-4 when the scanner fails', () => {
  test('MC-4 clamd down: files wait apart and are served only once it is back and has cleared them', async () => {
    await clamd.kill()
    const first = await upload(member, clean)
    const { attachmentId } = first.body.payload
    expect([first.status, first.body.payload.status]).toEqual([201, 'scanning'])
    const infected = (await upload(member, { name: 'eicar.txt', content: eicar })).body.payload
    expect(infected.status).toBe('scanning')
    for (const id of [attachmentId, infected.attachmentId]) {
      const answer = await download(id)
      expect([answer.status, listErrorCodes(answer)]).toEqual([409, ['ATTACHMENT-SCANNING']])
    }
    // Sending does not wait for the scan; the reader does.
    const sent = await sendWith(member, [attachmentId])
    const { messageId } = sent.body.payload
    const listFiles = async () =>
      (await make(member, calls.openMessage, { params: { messageId } })).body.payload.attachments
    expect([sent.status, (await listFiles())[0]?.status]).toEqual([201, 'scanning'])

    await clamd.start()
    await eventually(async () => expect((await listFiles())[0]?.status).toBe('clean'))
    expect((await download(attachmentId)).bytes.toString()).toBe('A note.')
    await eventually(async () => {
      expect(await listUnsent()).toMatchObject([{ name: 'eicar.txt', status: 'refused', refusal: 'ATTACHMENT-VIRUS' }])
      expect(await readRows('attachment_part')).toEqual([{ attachment_id: attachmentId }])
    })
    const refused = await download(infected.attachmentId)
    expect([refused.status, listErrorCodes(refused)]).toEqual([422, ['ATTACHMENT-VIRUS']])
    expect(listErrorCodes(await sendWith(member, [infected.attachmentId]))).toEqual(['ATTACHMENT-UNKNOWN'])
  })

  test('MC-4 an infected file that was sent while clamd was down reaches nobody: its name stays, its bytes go', async () => {
    await clamd.kill()
    const { attachmentId } = (await upload(member, { name: 'eicar.txt', content: eicar })).body.payload
    const { messageId } = (await sendWith(member, [attachmentId])).body.payload
    await clamd.start()
    await eventually(async () => {
      const { body } = await make(member, calls.openMessage, { params: { messageId } })
      expect(body.payload.attachments).toMatchObject([{ name: 'eicar.txt', status: 'refused' }])
      expect(await readRows('attachment_part')).toEqual([])
    })
    expect((await download(attachmentId)).status).toBe(422)
    const steps = ['begin done', 'upload done', 'submit done', 'send done', 'scan refused']
    expect(await listAudits(attachmentId)).toEqual(steps.map((step) => `attachment.${step}`))
  })

  test('MC-4 clamd hangs: the upload answers all the same, and the file is cleared when clamd goes on', async () => {
    await clamd.freeze()
    const { status, body } = await upload(member, clean)
    expect([status, body.payload.status]).toEqual([201, 'scanning'])
    expect((await download(body.payload.attachmentId)).status).toBe(409)
    clamd.thaw()
    await eventually(async () => expect(await listUnsent()).toMatchObject([{ status: 'clean' }]))
  })

  test('MC-4 clamd is restarted in the middle of many scans: each file gets its verdict, none is lost', async () => {
    const ids = { clientMessageId: randomUUID() }
    const uploads = [0, 1, 2, 3].map((index) =>
      upload(member, index % 2 ? { name: 'eicar.txt', content: eicar } : clean, ids),
    )
    await clamd.kill()
    await clamd.start()
    const answers = await Promise.all(uploads)
    for (const [index, answer] of answers.entries()) {
      const wanted = index % 2 ? ['ATTACHMENT-VIRUS'] : []
      if (answer.status === 422) expect(listErrorCodes(answer)).toEqual(wanted)
      else expect(answer.status).toBe(201)
    }
    await eventually(async () => {
      const states = (await listUnsent()).map(({ name, status }) => `${name} ${status}`).sort()
      expect(states.filter((state) => state !== 'eicar.txt refused')).toEqual(['note.txt clean', 'note.txt clean'])
    })
  })
})

async function listAudits(attachmentId: string) {
  const rows = await eventsWith(portal.database, { record_id: attachmentId })
  return rows.map(({ action, outcome }) => `${action} ${outcome}`)
}
