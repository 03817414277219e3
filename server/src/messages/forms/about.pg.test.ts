import { randomUUID } from 'node:crypto'
import type { BodyOf } from '@portico/contract/call'
import { calls } from '@portico/contract/calls'
import { aboutField } from '@portico/rules/forms/about'
import { type FormKind, formKinds } from '@portico/rules/forms/kinds'
import { accessScopes, scopeWords } from '@portico/rules/people/access'
import { extractText, getDocumentProxy } from 'unpdf'
import { beforeAll, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { type Client, memberClient } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'
import { releaseAnswers } from '../../../test/samples.ts'
import { testClient } from '../../../test/signed-in.ts'
import { insertAccess } from '../../demo/demo/access.ts'

const portal = testPortal()
/** A subscriber with a spouse, a child of nine and one of sixteen. */
const tomas = testClient(portal, 'FAMILY01')
const carl = testClient(portal, 'CSRREP01')

const today = () => new Date().getUTCFullYear()
let idOf: Record<string, string> = {}
beforeAll(async () => {
  const rows = await portal.database.read
    .selectFrom('member')
    .select(['member_id', 'first_name'])
    .where('contract_number', '=', (eb) =>
      eb.selectFrom('member').select('contract_number').where('member_number', '=', '61530988400').limit(1),
    )
    .execute()
  idOf = Object.fromEntries(rows.map(({ first_name, member_id }) => [first_name, member_id]))
  // Alma stays a child, and Jonas a teenager, however long these tests exist.
  const computeBirth = (age: number) => `${today() - age}-01-01`
  for (const [name, age] of [
    ['Alma', 9],
    ['Jonas', 16],
  ] as const)
    await portal.database.read
      .updateTable('member')
      .set({ date_of_birth: computeBirth(age) })
      .where('member_id', '=', idOf[name] ?? '')
      .execute()
})

const open = async (kind: FormKind, client: Client = tomas) =>
  (await make(client, calls.openForm, { params: { kind } })).body.payload
const findField = ({ form }: Awaited<ReturnType<typeof open>>, type: 'person' | 'claim') =>
  form.steps.flatMap(({ fields }) => fields).find((field) => field.type === type)
async function listOffered(kind: FormKind, client: Client = tomas) {
  return findField(await open(kind, client), 'person')?.options.map(({ label }) => label)
}
const reimbursed = { kindOfCost: 'drug', what: 'Ear drops', where: 'Corner pharmacy', day: '11/01/2026' }
const repaid = { ...reimbursed, amount: '12.50', mailTo: 'file' }
function sendRelease(answers: Record<string, string>, more: Partial<BodyOf<typeof calls.sendForm>> = {}) {
  const body = {
    ...{ clientMessageId: randomUUID(), kind: 'release' as const, signedName: 'Tomas Lindqvist', agreed: true },
    ...{ answers: { ...releaseAnswers, ...answers }, ...more },
  }
  return make(tomas, calls.sendForm, { body })
}
const listProblems = ({ body }: { body: { errors?: readonly { field?: string; errorMessage: string }[] } }) =>
  (body.errors ?? []).map(({ field, errorMessage }) => `${field} ${errorMessage}`)
/** Mirela shares with Tomas, under an edition of the wording. */
async function share(scopes: readonly (typeof accessScopes)[number][], words = scopeWords) {
  await portal.database.read
    .deleteFrom('person_access')
    .where('member_id', '=', idOf.Mirela ?? '')
    .execute()
  const given = { of: 'FAMILY02', to: 'FAMILY01', relationship: 'SPOUSE' as const, scopes: [...scopes] }
  await portal.database.transaction((tx) => insertAccess(tx, given, new Date()))
  await portal.database.read
    .updateTable('person_access')
    .set({ words })
    .where('member_id', '=', idOf.Mirela ?? '')
    .execute()
}

describe('MP-21 whom a form is about', () => {
  test('MP-21 a subscriber chooses themselves or a young child; a teenager only where the plan shows them to a parent', async () => {
    await share(['coverage', 'claims', 'messages'])
    const offered = Object.fromEntries(
      await Promise.all(formKinds.map(async (kind) => [kind, await listOffered(kind)])),
    )
    const family = ['You, Tomas Lindqvist', 'Alma Lindqvist']
    expect(offered).toEqual({
      ...{ claim: family, reimbursement: family, appeal: family, release: family },
      'other-insurance': [...family, 'Jonas Lindqvist'],
    })
  })

  test('MP-21 a spouse who shares claims and lets them write is offered, but not to be decided for, nor by older words', async () => {
    await share(accessScopes)
    expect(await listOffered('claim')).toContain('Mirela Lindqvist')
    expect(await listOffered('release')).not.toContain('Mirela Lindqvist')
    await share(accessScopes, scopeWords - 1)
    expect(await listOffered('claim')).not.toContain('Mirela Lindqvist')
    await share(['coverage', 'messages', 'write'])
    expect(await listOffered('claim')).not.toContain('Mirela Lindqvist')
    expect(await listOffered('other-insurance')).toContain('Mirela Lindqvist')
  })

  test('MP-21 a member who is alone on their plan, or acts for nobody there, is not asked, and the form is about them', async () => {
    const alone = await memberClient(portal.origin, 'MEMBER02')
    expect(await listOffered('claim', alone)).toBeUndefined()
    const body = {
      ...{ clientMessageId: randomUUID(), kind: 'release' as const, signedName: 'Chung', agreed: true },
      answers: releaseAnswers,
    }
    const sent = await make(alone, calls.sendForm, { body })
    expect([sent.status, sent.body.payload.about]).toEqual([201, null])
    const mirela = await memberClient(portal.origin, 'FAMILY02')
    expect(await listOffered('claim', mirela)).toBeUndefined()
    const other = { ...body, clientMessageId: randomUUID(), answers: { ...releaseAnswers, about: idOf.Alma ?? '' } }
    expect(listProblems(await make(mirela, calls.sendForm, { body: other }))).toEqual(['about select.not-chosen'])
  })

  test('MP-21 the server lets nobody choose someone they have no access to, and stores nothing of it', async () => {
    await share(['coverage', 'claims', 'messages'])
    const stranger = await portal.database.read
      .selectFrom('member')
      .select('member_id')
      .where('first_name', '=', 'Mayte')
      .executeTakeFirstOrThrow()
    const count = async () => (await make(tomas, calls.sentForms, {})).body.payload.forms.length
    const before = await count()
    for (const about of [idOf.Jonas, idOf.Mirela, stranger.member_id, 'anyone', '']) {
      expect(listProblems(await sendRelease({ [aboutField]: about ?? '' }))).toEqual(['about select.not-chosen'])
      const draft = { clientMessageId: randomUUID(), baseVersion: 0, kind: 'claim' as const }
      if (about)
        expect((await make(tomas, calls.saveForm, { body: { ...draft, answers: { about } } })).status).toBe(404)
    }
    expect(await count()).toBe(before)
  })

  test('MP-21 names the child in the message, in the document, in the list and at the desk', async () => {
    const answer = await sendRelease({ about: idOf.Alma ?? '' })
    expect(answer.status).toBe(201)
    const { messageId, about } = answer.body.payload
    expect(about).toBe('Alma Lindqvist')
    const listed = (await make(tomas, calls.sentForms, {})).body.payload.forms
    expect(listed.find((one) => one.messageId === messageId)?.about).toBe('Alma Lindqvist')
    const { text, threadId } = (await make(tomas, calls.openMessage, { params: { messageId } })).body.payload
    expect(text).toMatch(/About: Alma Lindqvist, born January 1, \d{4}, member number 61530988402/)
    expect(text).toContain('Whose information may we share?: Alma Lindqvist')
    const { bytes } = await make(tomas, calls.formDocument, { params: { messageId } })
    const pdf = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })
    const words = pdf.text.replace(/[\s\u200b]+/g, ' ')
    expect(words).toContain('61530988402')
    expect(words).toContain('I sign as the parent or legal guardian of Alma Lindqvist.')
    const { form } = (await make(carl, calls.workspaceThread, { params: { threadId } })).body.payload
    expect(form?.about).toEqual({
      name: 'Alma Lindqvist',
      memberNumber: '61530988402',
      dateOfBirth: `${today() - 9}-01-01`,
    })
    const own = (await sendRelease({ about: idOf.Tomas ?? '' })).body.payload
    expect(own.about).toBeNull()
  })

  test('MP-21 a draft keeps the choice; once access has ended it says so instead of being about someone else', async () => {
    await share(accessScopes)
    const body = { clientMessageId: randomUUID(), baseVersion: 0, kind: 'reimbursement' as const }
    const answers = { ...repaid, about: idOf.Mirela ?? '' }
    expect((await make(tomas, calls.saveForm, { body: { ...body, answers } })).status).toBe(200)
    expect((await open('reimbursement')).draft?.answers).toEqual(answers)
    await share(['coverage'])
    const opened = await open('reimbursement')
    expect(opened.draft?.answers.about).toBe(idOf.Mirela)
    expect(findField(opened, 'person')?.options.map(({ value }) => value)).not.toContain(idOf.Mirela)
    await make(tomas, calls.discardForm, { params: { kind: 'reimbursement' } })
  })

  test('MP-21 RG-3 a child under 14 authorizes no disclosure, which their parent can; other forms are theirs', async () => {
    const account = portal.database.read.updateTable('account').where('login_id', '=', 'NORECORD1')
    await account.set({ member_id: idOf.Alma ?? '' }).execute()
    const alma = await memberClient(portal.origin, 'NORECORD1')
    expect([(await open('release', alma)).maySend, (await open('claim', alma)).maySend]).toEqual([false, true])
    const body = {
      ...{ clientMessageId: randomUUID(), kind: 'release' as const, signedName: 'Alma Lindqvist', agreed: true },
      answers: releaseAnswers,
    }
    const refused = await make(alma, calls.sendForm, { body })
    expect([refused.status, refused.body.errors?.[0]?.errorMessage]).toEqual([403, 'WRONG-ROLE'])
    expect((await open('release')).maySend).toBe(true)
    await account.set({ member_id: null }).execute()
  })

  test('MP-21 MP-14 an appeal offers the claims of those whom it may be about, none that is private, and takes no claim of another', async () => {
    await share(accessScopes)
    const deny = (name: string, sensitive = false) =>
      portal.database.read
        .updateTable('claim')
        .set({ state: 'denied', sensitive, processed_on: new Date().toISOString().slice(0, 10) })
        .where('member_id', '=', idOf[name] ?? '')
        .returning('claim_id')
        .execute()
    const [tomasClaims, almas, jonas, mirelas] = [
      await deny('Tomas'),
      await deny('Alma'),
      await deny('Jonas', true),
      await deny('Mirela'),
    ]
    const options = findField(await open('appeal'), 'claim')?.options ?? []
    const offered = new Set(options.map(({ of }) => of))
    expect(offered).toEqual(new Set([idOf.Tomas, idOf.Alma]))
    expect([...tomasClaims, ...almas].length).toBeGreaterThan(1)
    const almaClaim = options.find(({ of }) => of === idOf.Alma)?.value ?? ''
    const appeal = (claim: string, about: string | undefined) =>
      sendRelease(
        {},
        {
          kind: 'appeal',
          answers: {
            about: about ?? '',
            decision: 'claim',
            claim,
            urgent: 'no',
            reasons: 'Her doctor asks for it.',
            helper: 'no',
          },
        },
      )
    expect(listProblems(await appeal(almaClaim, idOf.Tomas))).toEqual(['claim select.not-chosen'])
    for (const { claim_id } of [...jonas.slice(0, 1), ...mirelas.slice(0, 1)])
      expect((await appeal(claim_id, idOf.Tomas)).status).toBe(404)
    expect((await appeal(almaClaim, idOf.Alma)).body.payload.about).toBe('Alma Lindqvist')
  })
})
