import { calls } from '@portico/contract/calls'
import { sql } from 'kysely'
import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { type Client, listErrorCodes, memberClient, signInClient } from '../../../test/client.ts'
import { importFiles, ndjson } from '../../../test/importing.ts'
import { testPortal } from '../../../test/portal.ts'

const portal = testPortal()

const download = (client: Client, format: 'json' | 'pdf') => make(client, calls.exportData, { body: { format } })

async function importResources(brand: string, resources: readonly object[]) {
  const files = { 'records.ndjson': ndjson(resources) }
  const { rejected } = await importFiles(portal.database, files, { kind: 'fhir', brand })
  expect(rejected).toEqual([])
}

async function readJson(loginId: string) {
  const answer = await download(await memberClient(portal.origin, loginId), 'json')
  expect(answer.status).toBe(200)
  return { answer, text: answer.bytes.toString(), data: JSON.parse(answer.bytes.toString()) }
}

describe('RG-3 downloading one’s data', () => {
  test('RG-3 as JSON it holds what the portal holds of the person, and it is in the audit log', async () => {
    const { answer, data } = await readJson('MEMBER01')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="?my-data-[\d-]{10}\.json"?$/)
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(data.account).toMatchObject({ loginId: 'MEMBER01', firstName: 'Mayte', email: 'member01@mail.example' })
    const client = await memberClient(portal.origin, 'MEMBER01')
    const { body } = await make(client, calls.listMessages, { query: { pageSize: '100' } })
    const ids = data.member.messages.map(({ messageId }: { messageId: string }) => messageId)
    for (const { messageId } of body.payload.messages) expect(ids).toContain(messageId)
    expect(data.member.claims.length).toBeGreaterThan(0)
    expect(data.member.coverages.length).toBeGreaterThan(0)
    const shared = (await readJson('MEMBER02')).data.member.sharedWith
    expect(shared).toMatchObject([
      { name: 'Dolores Quist', state: 'active', scopes: expect.arrayContaining(['claims']) },
    ])
    const { rows } = await sql<{ action: string; record_id: string }>`
      select action, actor_login_id, member_id is not null as of_member from audit_event
      where request_id = ${answer.headers.get('x-request-id')}`.execute(portal.database.read)
    expect(rows).toEqual([{ action: 'data.export', actor_login_id: 'MEMBER01', of_member: true }])
  })

  test('RG-3 RO-4 it contains nothing about anybody else, and no secret', async () => {
    const [own, other] = [await readJson('MEMBER01'), await readJson('MEMBER02')]
    for (const { messageId } of other.data.member.messages) expect(own.text).not.toContain(messageId)
    for (const { claimId } of other.data.member.claims) expect(own.text).not.toContain(claimId)
    expect(own.text).not.toContain(other.data.member.person.memberNumber)
    for (const word of ['argon2', 'hash', 'token', 'secret']) expect(own.text.toLowerCase()).not.toContain(`"${word}`)
  })

  test('RG-3 MP-14 for payments on somebody else’s care it states the amount, but not for whom or what', async () => {
    const { data, text } = await readJson('MEMBER01')
    const moved: { amountCents: number; payee: string | null }[] = data.member.spendingTransactions
    expect(data.member.spendingAccounts.length).toBeGreaterThan(0)
    expect(moved).toContainEqual(expect.objectContaining({ amountCents: -10_632, payee: null, claimNumber: null }))
    expect(moved.some(({ payee }) => payee === 'Corner Pharmacy')).toBe(true)
    expect(text).not.toContain('C932951898')
  })

  test('RG-3 MP-14 IM-2 it contains nothing that the plan has moved to another patient', async () => {
    const { brand, ...own } = await portal.database.read
      .selectFrom('account')
      .innerJoin('member', 'member.member_id', 'account.member_id')
      .select(['member.brand', 'member_number', 'member.first_name', 'member.last_name', 'member.date_of_birth'])
      .where('login_id', '=', 'MEMBERDE')
      .executeTakeFirstOrThrow()
    const patient = (id: string, { member_number, first_name, last_name, date_of_birth }: typeof own) => ({
      resourceType: 'Patient',
      id,
      identifier: [{ type: { coding: [{ code: 'MB' }] }, value: member_number }],
      name: [{ family: last_name, given: [first_name] }],
      birthDate: date_of_birth,
    })
    const buildRecords = (of: string, id: string, day: string) => {
      const [meta, who] = [{ lastUpdated: `${day}T00:00:00Z` }, { reference: `Patient/${of}` }]
      const drug = { medicationCodeableConcept: { text: `Drug ${id}` } }
      const item = [{ sequence: 1, productOrService: { text: `Visit ${id}` } }]
      const claim = { status: 'active', use: 'claim', patient: who, billablePeriod: { start: '2026-03-02' }, item }
      return [
        { resourceType: 'ExplanationOfBenefit', id: `claim-${id}`, meta, ...claim },
        { resourceType: 'MedicationRequest', id: `order-${id}`, meta, status: 'active', subject: who, ...drug },
      ]
    }
    const load = (...resources: object[]) => importResources(brand, resources)
    const other = { ...own, member_number: '99000000077', first_name: 'Else', date_of_birth: '1991-01-01' }
    await load(patient('own', own), patient('other', other), ...buildRecords('own', 'kept', '2026-03-03'))
    await load(...buildRecords('own', 'misfiled', '2026-03-03'))
    await load(...buildRecords('other', 'misfiled', '2026-03-05'))
    const { text, data } = await readJson('MEMBERDE')
    const misfiled = await portal.database.read
      .selectFrom('claim')
      .select('claim_id')
      .where('resource_id', '=', 'claim-misfiled')
      .executeTakeFirstOrThrow()
    for (const shown of ['claim-kept', 'Visit kept', 'Drug kept']) expect(text).toContain(shown)
    for (const gone of ['misfiled', misfiled.claim_id]) expect(text).not.toContain(gone)
    const [versions, claims] = [data.member.claimVersions, data.member.claims]
    expect(versions.length).toBeGreaterThanOrEqual(claims.length)
  })

  test('RG-3 the PDF is readable, in the language of the page; someone who is not a member gets what exists', async () => {
    const client = await memberClient(portal.origin, 'MEMBER01')
    client.cookies.set('language', 'es')
    await sql`update account set nick_name = 'Nguyễn Łukasz' where login_id = 'MEMBER01'`.execute(portal.database.read)
    const device =
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'
    await (await memberClient(portal.origin, 'MEMBER01')).get('/')
    await sql`update session set user_agent = ${device}
      where session_id = (select session_id from session order by created_at desc limit 1)`.execute(
      portal.database.read,
    )
    const answer = await download(client, 'pdf')
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(answer.headers.get('content-disposition')).toContain('mis-datos-')
    const pdf = await getDocumentProxy(new Uint8Array(answer.bytes))
    expect((await pdf.getMetadata()).info).toMatchObject({ Language: 'es', Title: 'Sus datos' })
    const { text } = await extractText(pdf, { mergePages: true })
    for (const shown of [
      'Blue Plan West',
      'Sus datos',
      'MEMBER01',
      'Nguyễn Łukasz',
      'Parentesco con el titular',
      'Titular',
    ])
      expect(text).toContain(shown)
    // It contains nothing that only programs use.
    expect(text).not.toMatch(/Mozilla|\bnode\b|Código/)
    for (const shown of ['Una aplicación o un programa', 'Chrome en Windows']) expect(text).toContain(shown)
    const visitor = await signInClient(portal.origin, 'PROSPECT1')
    expect((await download(visitor, 'pdf')).status).toBe(200)
    expect(JSON.parse((await download(visitor, 'json')).bytes.toString())).toMatchObject({ member: null })
  })

  test('RG-3 it is limited to five times an hour, one at a time', async () => {
    const client = await memberClient(portal.origin, 'MEMBERWV')
    const atOnce = await Promise.all([download(client, 'pdf'), download(client, 'pdf')])
    expect(atOnce.map(({ status }) => status).sort()).toEqual([200, 429])
    const made = []
    for (let at = 0; at < 5; at += 1) made.push((await download(client, 'json')).status)
    expect(made).toEqual([200, 200, 200, 200, 429])
    expect(listErrorCodes(await download(client, 'json'))).toEqual(['TOO-MANY-REQUESTS'])
    expect((await download(await memberClient(portal.origin, 'MEMBER01'), 'json')).status).toBe(200)
  })

  test('RG-4 RG-3 it requires a recent proof of identity', async () => {
    const client = await memberClient(portal.origin, 'MEMBER02')
    await sql`update session set authenticated_at = now() - interval '1 hour'`.execute(portal.database.read)
    expect(listErrorCodes(await download(client, 'json'))).toEqual(['STEP-UP-REQUIRED'])
  })
})
