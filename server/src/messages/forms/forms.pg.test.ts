import { randomUUID } from 'node:crypto'
import { calls } from '@portico/contract/calls'
import { accessScopes } from '@portico/rules/people/access'
import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { type Client, listErrorCodes, memberClient } from '../../../test/client.ts'
import { filesOfKinds } from '../../../test/files.ts'
import { view } from '../../../test/people.ts'
import { testPortal } from '../../../test/portal.ts'
import { listAuditedActions } from '../../../test/rows.ts'
import { releaseAnswers } from '../../../test/samples.ts'
import { actForMember, testClient } from '../../../test/signed-in.ts'
import { upload } from '../../../test/upload.ts'
import { insertAccess } from '../../demo/demo/access.ts'

const portal = testPortal()
const member = testClient(portal, 'MEMBER01')
const carl = testClient(portal, 'CSRREP01')

const buildSigned = (more: object = {}) => ({
  clientMessageId: randomUUID(),
  kind: 'release' as const,
  answers: releaseAnswers,
  signedName: 'Mayte Rivera',
  agreed: true,
  ...more,
})
const send = (
  body: Omit<ReturnType<typeof buildSigned>, 'answers'> & { answers: Record<string, string> },
  client = member,
) => make(client, calls.sendForm, { body })
const save = (body: object, client = member) =>
  make(client, calls.saveForm, {
    body: { clientMessageId: randomUUID(), baseVersion: 0, kind: 'release', answers: releaseAnswers, ...body },
  })
const open = async (kind: 'release' | 'claim' | 'appeal', client = member) =>
  (await make(client, calls.openForm, { params: { kind } })).body.payload
const readSent = async (client = member) => (await make(client, calls.sentForms, {})).body.payload
const listErrors = ({ body }: { body: { errors?: readonly { field?: string; errorMessage: string }[] } }) =>
  (body.errors ?? []).map(({ field, errorMessage }) => `${field} ${errorMessage}`)
async function look(threadId: string) {
  return (await make(carl, calls.workspaceThread, { params: { threadId } })).body.payload
}
async function readThread(messageId: string) {
  return (await make(member, calls.openMessage, { params: { messageId } })).body.payload.threadId
}
/** Someone who may see all of the member's information, looking at it. */
async function caregiver(): Promise<Client> {
  const given = { of: 'MEMBER01', to: 'CAREGIV1', relationship: 'CAREGIVER' as const, scopes: [...accessScopes] }
  await portal.database.transaction((tx) => insertAccess(tx, given, new Date()))
  const client = await memberClient(portal.origin, 'CAREGIV1')
  const { held } = (await make(client, calls.listPeople, {})).body.payload
  return view(client, held.find(({ firstName }) => firstName === 'Mayte')?.personId ?? '')
}
async function readBack(bytes: Uint8Array) {
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  const { text } = await extractText(pdf, { mergePages: true })
  return { pdf, text: text.replace(/[\s\u200b]+/g, ' ') }
}

describe('MP-21 a form on its way', () => {
  test('MP-21 a draft is saved while it is filled in, on every device, until it is discarded; of two writers, neither silently overwrites the other', async () => {
    const clientMessageId = randomUUID()
    const answers = { person: ' Ana', until: '13/45' }
    const saved = await save({ clientMessageId, answers })
    expect([saved.status, saved.body.payload.version]).toEqual([200, 1])
    const elsewhere = await memberClient(portal.origin, 'MEMBER01')
    expect((await open('release', elsewhere)).draft).toMatchObject({ draftId: clientMessageId, answers, version: 1 })
    expect((await readSent()).begun).toMatchObject([{ kind: 'release' }])
    expect(listErrorCodes(await save({}, elsewhere))).toEqual(['CONFLICT'])
    expect((await save({ clientMessageId, baseVersion: 1 }, elsewhere)).body.payload.version).toBe(2)
    expect(listErrorCodes(await save({ clientMessageId, baseVersion: 1, answers }))).toEqual(['CONFLICT'])
    // Simulates a lost answer: sending the same again is no conflict and changes nothing.
    expect((await save({ clientMessageId, baseVersion: 1 })).body.payload.version).toBe(2)
    const params = { kind: 'release' } as const
    expect((await make(member, calls.discardForm, { params })).body.payload).toEqual({ discarded: true })
    expect((await make(member, calls.discardForm, { params })).status).toBe(404)
  })

  test('MP-21 reports what is wrong with each field, and stores nothing invalid', async () => {
    const before = (await readSent()).forms.length
    const wrong = await send(
      buildSigned({
        answers: { ...releaseAnswers, until: '01/01/2020', what: 'other' },
        signedName: ' ',
        agreed: false,
      }),
    )
    expect(wrong.status).toBe(400)
    expect(listErrors(wrong)).toEqual([
      ...['whatOther field.required', 'until date.past', 'signedName field.required', 'agreed terms.required'],
    ])
    const claim = { patient: 'me', accident: 'no', provider: 'Dr. Ray', serviceDay: '11/01/2026', services: 'Visit' }
    const noFile = await send(buildSigned({ kind: 'claim', answers: { ...claim, billed: '80.00', paid: 'yes' } }))
    expect(listErrors(noFile)).toEqual(['attachmentIds field.required'])
    const unknown = await send(buildSigned({ attachmentIds: [randomUUID()] }))
    expect(listErrorCodes(unknown)).toEqual(['ATTACHMENT-UNKNOWN'])
    expect((await readSent()).forms.length).toBe(before)
  })

  test('MP-21 is signed and sent once however often it comes, with its files, and reaches the staff with a due date', async () => {
    const clientMessageId = randomUUID()
    const file = await upload(member, { name: 'Bill.pdf', content: filesOfKinds.pdf }, { clientMessageId })
    const attachmentIds = [file.body.payload.attachmentId]
    await make(member, calls.submitAttachments, { body: { attachmentIds } })
    const answers = {
      ...{
        patient: 'me',
        patientName: 'typed before',
        accident: 'no',
        provider: 'Dr. Ray <b>',
        serviceDay: '11/01/26',
      },
      services: 'Visit',
      billed: '1,250',
      paid: 'yes',
    }
    await save({ clientMessageId, kind: 'claim', answers, attachmentIds })
    const body = buildSigned({ clientMessageId, kind: 'claim', answers, attachmentIds })
    const [one, other] = await Promise.all([send(body), send(body)])
    const { repeated: _one, ...first } = one.body.payload
    expect(other.body.payload).toMatchObject(first)
    expect([one, other].map(({ body: { payload } }) => payload.repeated).sort()).toEqual([false, true])
    expect(first).toMatchObject({ state: 'received', kind: 'claim', receipt: expect.stringMatching(/^F-\w{4}-\w{4}$/) })
    expect(Date.parse(first.dueAt ?? '')).toBeGreaterThan(Date.parse(first.sentAt))
    const log = await listAuditedActions(portal.database, one.body.payload.repeated ? other : one)
    expect(log).toEqual(
      expect.arrayContaining(['message.send done', 'attachment.send done', 'form.sign done', 'form.send done']),
    )
    expect((await open('claim')).draft).toBeNull()
    const other2 = await send({ ...body, answers: { ...answers, billed: '9' } })
    expect(other2.body.payload).toMatchObject({ receipt: first.receipt, repeated: true, differs: true })

    const thread = await look(await readThread(first.messageId))
    expect(thread).toMatchObject({ form: { title: 'Send us a claim', receipt: first.receipt }, dueAt: first.dueAt })
    expect(thread.subject).toBe(`Send us a claim (${first.receipt})`)
    const [entry] = thread.entries
    expect(entry?.text).toContain('Total of the bill: $1,250.00')
    expect(entry?.text).not.toContain('typed before')
    expect(entry?.attachments).toMatchObject([{ name: 'Bill.pdf' }])
  })

  test('MP-21 MP-29 the member sees where it stands, and is told by an e-mail that names neither form nor health', async () => {
    const { messageId } = (await send(buildSigned())).body.payload
    const threadId = await readThread(messageId)
    const findState = async () => (await readSent()).forms.find((one) => one.messageId === messageId)
    const { accountId } = (await make(carl, calls.workspaceQueues, {})).body.payload.me
    let { version } = await look(threadId)
    await make(carl, calls.assignThread, { params: { threadId }, body: { accountId, version } })
    expect((await findState())?.state).toBe('in-work')
    const answer = async (leaves: 'waiting' | 'resolved') => {
      version = (await look(threadId)).version
      const body = { clientMessageId: randomUUID(), text: 'Thank you.', language: 'en' as const, version, leaves }
      return make(carl, calls.replyToThread, { params: { threadId }, body })
    }
    const outbox = () => portal.database.read.selectFrom('outbox').select(['template']).execute()
    await portal.database.read.deleteFrom('outbox').execute()
    await answer('waiting')
    expect(await findState()).toMatchObject({ state: 'more-needed', dueAt: null })
    expect(await outbox()).toEqual([{ template: 'form-answered' }])
    await portal.database.read.deleteFrom('outbox').execute()
    const choices = { newMessage: true, formAnswered: false, language: 'en' as const }
    await make(member, calls.changeNotificationChoices, { body: choices })
    await answer('resolved')
    expect((await findState())?.state).toBe('answered')
    expect(await outbox()).toEqual([])
    await make(member, calls.changeNotificationChoices, { body: { ...choices, formAnswered: true } })
  })

  test('MP-21 MP-8 an appeal names a denied claim of one’s own, which then says that it was appealed', async () => {
    const { form } = await open('appeal')
    const field = form.steps.flatMap(({ fields }) => fields).find(({ type }) => type === 'claim')
    const [claim] = field?.options ?? []
    expect(claim?.label).toMatch(/Claim/)
    const answers = {
      decision: 'claim',
      claim: claim?.value ?? '',
      urgent: 'no',
      reasons: 'My doctor says I need it.',
      helper: 'no',
    }
    const appealed = await send(buildSigned({ kind: 'appeal', answers }))
    expect(appealed.status).toBe(201)
    const detail = (await make(member, calls.openClaim, { params: { claimId: claim?.value ?? '' } })).body.payload
    expect(detail.appeal?.sent).toMatchObject({ messageId: appealed.body.payload.messageId })
    const bad = await send(buildSigned({ kind: 'appeal', answers: { ...answers, claim: 'not-an-id' } }))
    expect(bad.status).toBe(404)
  })
})

test('MP-21 MP-15 an appeal of what was decided before care names the request, and needs no claim', async () => {
  const answers = { decision: 'approval', urgent: 'no', reasons: 'My doctor says I need it.', helper: 'no' }
  const lacking = await send(buildSigned({ kind: 'appeal', answers }))
  expect(listErrors(lacking)).toEqual(['approval field.required'])
  const sent = await send(buildSigned({ kind: 'appeal', answers: { ...answers, approval: 'PA9940624' } }))
  expect(sent.status).toBe(201)
  const { messageId } = sent.body.payload
  const { text } = (await make(member, calls.openMessage, { params: { messageId } })).body.payload
  expect(text).toContain('Which request do you want to appeal?: PA9940624')
})

describe('MP-21 a form as a document', () => {
  test('MP-21 as it was signed, tagged and in the brand, for the member and the staff of the brand alone', async () => {
    const { messageId, receipt } = (await send(buildSigned())).body.payload
    const answer = await make(member, calls.formDocument, { params: { messageId } })
    const { pdf, text } = await readBack(answer.bytes)
    for (const words of [
      receipt,
      'Ana Rivera',
      'Claims and payments only',
      'Signed online by Mayte Rivera',
      'Blue Plan West',
    ])
      expect(text).toContain(words)
    expect((await pdf.getMarkInfo())?.Marked).toBe(true)
    const threadId = await readThread(messageId)
    const seen = await make(carl, calls.workspaceForm, { params: { threadId } })
    expect((await readBack(seen.bytes)).text).toContain(receipt)
    expect(await listAuditedActions(portal.database, seen)).toEqual(['workspace.form done'])
    const ruth = await memberClient(portal.origin, 'CSRREP03')
    expect((await make(ruth, calls.workspaceForm, { params: { threadId } })).status).toBe(404)
    const second = await memberClient(portal.origin, 'MEMBER02')
    expect((await make(second, calls.formDocument, { params: { messageId } })).status).toBe(404)
    const blank = await make(member, calls.blankForm, { params: { kind: 'appeal' }, query: { language: 'es' } })
    expect((await readBack(blank.bytes)).text).toContain('Apelar una decisión')
  })

  test('MP-21 BR-10 HD-6 names the line that its member calls: on Medicaid another one', async () => {
    const phoneIn = async (loginId: string) => {
      const client = await memberClient(portal.origin, loginId)
      const [blank, line] = [
        await make(client, calls.blankForm, { params: { kind: 'claim' }, query: { language: 'en' } }),
        await make(client, calls.customerServicePhone, {}),
      ]
      expect((await readBack(blank.bytes)).text).toContain(line.body.payload.phoneNumber)
      return line.body.payload.phoneNumber
    }
    expect(await phoneIn('MEDICAIDND')).not.toBe(await phoneIn('MEMBERND'))
  })

  test('MP-21 a rep who acts for the member neither sees nor fills in forms', async () => {
    const rep = await actForMember(portal.origin, 'MEMBER01')
    expect(listErrorCodes(await make(rep, calls.sentForms, {}))).toEqual(['SIMULATION-BLOCKED'])
    expect(listErrorCodes(await make(rep, calls.openForm, { params: { kind: 'claim' } }))).toEqual([
      'SIMULATION-BLOCKED',
    ])
    expect(listErrorCodes(await save({}, rep))).toEqual(['SIMULATION-BLOCKED'])
    expect(listErrorCodes(await send(buildSigned(), rep))).toEqual(['SIMULATION-BLOCKED'])
    expect((await make(rep, calls.formLibrary, {})).status).toBe(200)
  })

  test('MP-21 CS-1 MP-14 nor do they read its answers or files in the mail, or find it there by its words; nor do people with access to the mail', async () => {
    const { attachmentId } = (await upload(member, { name: 'paper.pdf', content: filesOfKinds.pdf })).body.payload
    await make(member, calls.submitAttachments, { body: { attachmentIds: [attachmentId] } })
    const answers = { ...releaseAnswers, person: 'Quillfeather Rivera' }
    const form = { ...buildSigned({ attachmentIds: [attachmentId] }), answers }
    const { messageId } = (await send(form)).body.payload
    const texts = { clientMessageId: randomUUID(), inReplyTo: messageId, text: 'More of Quillfeather' }
    expect((await make(member, calls.addMessage, { body: texts })).status).toBe(201)
    const read = async (client: Client) => {
      const open = await make(client, calls.openMessage, { params: { messageId } })
      const lists = await Promise.all(
        (['true', 'false'] as const).map((threads) =>
          make(client, calls.listMessages, { query: { folder: 'sent', threads } }),
        ),
      )
      const found = await make(client, calls.searchMessages, { body: { search: 'Quillfeather' } })
      const file = await make(client, calls.openAttachment, { query: { attachmentId } })
      const { attachments, thread } = open.body.payload
      return {
        words: [open, ...lists].map(({ body }) => JSON.stringify(body).includes('Quillfeather')),
        found: found.body.payload.messages.length,
        files: [attachments.length, thread.flatMap((entry) => entry.attachments).length],
        file: file.status,
      }
    }
    expect(await read(member)).toEqual({ words: [true, true, true], found: 2, files: [1, 1], file: 200 })
    const rep = await actForMember(portal.origin, 'MEMBER01')
    for (const other of [rep, await caregiver()])
      expect(await read(other)).toEqual({ words: [false, false, false], found: 0, files: [0, 0], file: 404 })
    const { body } = await make(rep, calls.openMessage, { params: { messageId } })
    expect(body.payload.text).toContain('began with a form')
    const topic = { categoryId: 'claims', subCategoryId: 'claim-status', subject: 'No form' }
    const plain = { clientMessageId: randomUUID(), ...topic, text: 'An ordinary question' }
    const params = { messageId: (await make(member, calls.addMessage, { body: plain })).body.payload.messageId }
    expect((await make(rep, calls.openMessage, { params })).body.payload.text).toBe('An ordinary question')
  })
})

describe('MP-21 the library', () => {
  test('MP-21 has what the brand has, and names the language if the page’s is not available', async () => {
    const readItems = async (loginId: string) => {
      const client = await memberClient(portal.origin, loginId)
      return (await make(client, calls.formLibrary, {}, { 'accept-language': 'es' })).body.payload.items
    }
    const dakota = await readItems('MEMBERND')
    expect(dakota.find(({ id }) => id === 'medicaid-renewal-nd')).toMatchObject({ language: 'en', languages: ['en'] })
    expect(dakota.find(({ id }) => id === 'appeal')).toMatchObject({ language: 'es', title: 'Apelar una decisión' })
    expect((await readItems('MEMBERWY')).map(({ id }) => id)).not.toContain('medicaid-renewal-nd')
    const wyoming = await memberClient(portal.origin, 'MEMBERWY')
    const params = { guide: 'medicaid-renewal-nd' }
    expect((await make(wyoming, calls.openGuide, { params })).status).toBe(404)
  })
})
