import { randomBytes, randomUUID } from 'node:crypto'
import { calls } from '@portico/contract/calls'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { Client, listErrorCodes, memberClient } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'
import { tablesHolding } from '../../../test/rows.ts'
import { createEmailService } from '../../mailing/email/service.ts'
import { loadDataKey } from '../../platform/data-key.ts'
import { runData } from './data-command.ts'

const portal = testPortal()
const data = async (args: readonly string[], more: Record<string, string> = {}) => {
  const { code, said } = await runData(args, { ...portal.environment, ...more })
  return { code, said }
}

/** A member of the demo, with their account. */
async function findMember(loginId: string) {
  return portal.database.read
    .selectFrom('account')
    .innerJoin('member', 'member.member_id', 'account.member_id')
    .select(['account.account_id', 'account.email', 'member.member_id', 'member.brand', 'member.member_number'])
    .select(['member.first_name', 'member.last_name'])
    .where('login_id', '=', loginId)
    .executeTakeFirstOrThrow()
}

const countRows = async (table: string, memberId: string) => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${sql.table(table)} where member_id = ${memberId}`.execute(portal.database.read)
  return rows[0]?.n ?? 0
}

const listActions = async (memberId: string) => {
  const events = portal.database.read.selectFrom('audit_event').select(['action', 'address'])
  const rows = await events.where('member_id', '=', memberId).where('address', 'like', 'command %').execute()
  return rows.map(({ action }) => action)
}

describe('OP-7 RG-3 npm run data', () => {
  test('OP-7 prints its usage and what is wrong, and exits with the matching code', async () => {
    for (const args of [[], ['erase'], ['erase', 'hmbcbs'], ['vanish', 'x'], ['holds', 'x'], ['erase', '--now']])
      expect(await data(args), args.join(' ')).toEqual({
        code: 2,
        said: expect.stringContaining('npm run data -- erase'),
      })
    expect(await data(['erase', 'nosuch', '1', '--reason', 'x'])).toEqual({
      code: 2,
      said: expect.stringContaining('There is no brand nosuch'),
    })
    expect(await data(['erase', 'hmbcbs', '1', '--reason', 'x'])).toEqual({
      code: 2,
      said: expect.stringContaining('no member with the number 1'),
    })
    expect(await data(['erase', 'hmbcbs', '1'])).toEqual({ code: 2, said: expect.stringContaining('--reason') })
  })

  test('RG-3 OP-7 an erasure keeps what must be kept, deletes everything else, and leaves a receipt that names no one', async () => {
    const client = await memberClient(portal.origin, 'MEMBER01')
    const member = await findMember('MEMBER01')
    const { member_id: memberId, brand, member_number: number } = member
    expect(await countRows('claim', memberId)).toBeGreaterThan(0)
    const draft = { clientMessageId: randomUUID(), baseVersion: 0, text: 'zq-draft', subject: 'zq' }
    await make(client, calls.saveDraft, { body: draft })
    await sql`insert into legal_hold (hold_id, member_id, matter, placed_by, placed_at, lifted_by, lifted_at)
      values (${randomUUID()}, ${memberId}, 'zq-old', 'x', now(), 'x', now())`.execute(portal.database.read)
    // One conversation past its retention period, and one within it.
    const threads = portal.database.read.selectFrom('thread').select('thread_id').where('member_id', '=', memberId)
    const [old, ...others] = await threads.orderBy('created_at').execute()
    expect(others.length).toBeGreaterThan(0)
    await sql`update thread set created_at = '2001-01-01' where thread_id = ${old?.thread_id}`.execute(
      portal.database.read,
    )
    await sql`update message set sent_at = '2001-01-02' where thread_id = ${old?.thread_id}`.execute(
      portal.database.read,
    )
    // They once shared a contract with somebody.
    await sql`insert into former_kin (member_id, kin_id) select ${memberId}::uuid, member_id from member where member_number = '21253205700'
      union all select member_id, ${memberId}::uuid from member where member_number = '21253205700'`.execute(
      portal.database.read,
    )

    const before = await countRows('message', memberId)
    const tried = await data(['erase', brand, number, '--reason', 'request 7', '--dry-run'])
    expect(tried).toEqual({ code: 0, said: expect.stringMatching(/Nothing was changed[\s\S]*erased {2}claim: \d+/) })
    expect(await countRows('message', memberId)).toBe(before)
    expect((await make(client, calls.validateSession, {})).status).toBe(200)

    const done = await data(['erase', brand, number, '--reason', 'request 7'])
    expect(done).toEqual({
      code: 0,
      said: expect.stringMatching(/Erased[\s\S]*kept {4}message: \d+[\s\S]*may go from \d{4}-/),
    })
    expect(done.said).not.toContain(member.last_name)
    expect((await make(client, calls.validateSession, {})).status).toBe(401)
    expect(listErrorCodes(await new Client(portal.origin).signIn('MEMBER01'))).toEqual(['GEN-NOMATCH'])
    for (const table of [
      'claim',
      'claim_line',
      'claim_version',
      'coverage',
      'product',
      'message_draft',
      'fhir_resource',
      'member_contact',
      'prescription',
      'accumulator',
    ])
      expect([table, await countRows(table, memberId)]).toEqual([table, 0])
    expect(
      await sql`select from thread where thread_id = ${old?.thread_id}`.execute(portal.database.read),
    ).toMatchObject({ rows: [] })
    expect((await sql`select from former_kin`.execute(portal.database.read)).rows).toEqual([])
    const left = await countRows('message', memberId)
    expect([left > 0, left < before]).toEqual([true, true])
    // The rows of the others whom the contract covers are theirs, and stay.
    const rest = portal.database.read.selectFrom('member').selectAll().where('member_id', '=', memberId)
    const emptied = { first_name: '', last_name: '', date_of_birth: '1900-01-01' }
    expect(await rest.executeTakeFirstOrThrow()).toMatchObject({
      ...emptied,
      member_number: expect.stringMatching(/^ERASED/),
    })
    expect(await tablesHolding(portal.database, member.email ?? '')).toEqual([])
    const erasures = portal.database.read.selectFrom('erasure').select(['reason', 'receipt'])
    const [row] = await erasures.where('member_id', '=', memberId).execute()
    expect(row).toMatchObject({ reason: 'request 7', receipt: { erased: { claim: expect.any(Number) } } })
    expect(await listActions(memberId)).toEqual(['member.erase'])
    expect(await data(['erase', brand, number, '--reason', 'again'])).toMatchObject({ code: 2 })
  })

  test('OP-7 under a legal hold nobody can erase anything; closing an account only locks it until the hold is lifted', async () => {
    const { member_id: memberId, account_id: accountId, brand, member_number: number } = await findMember('BXBASIC1')
    const client = await memberClient(portal.origin, 'BXBASIC1')
    await make(client, calls.saveAssessment, { body: { answers: { sleep: 'enough' } } })
    expect(await data(['hold', brand, number, '--reason', 'case 12'])).toMatchObject({ code: 0 })
    expect(await data(['hold', brand, number, '--reason', 'case 13'])).toMatchObject({ code: 1 })
    expect((await data(['holds'])).said).toContain('case 12')
    expect(await data(['erase', brand, number, '--reason', 'x'])).toEqual({
      code: 1,
      said: expect.stringContaining('case 12'),
    })
    expect(await data(['remove-brand', brand, '--confirm', brand, '--reason', 'x'])).toEqual({
      code: 2,
      said: expect.stringContaining('under a legal hold'),
    })
    expect((await make(client, calls.closeAccount, { body: { password: 'Welcome1!' } })).status).toBe(200)
    expect(listErrorCodes(await new Client(portal.origin).signIn('BXBASIC1'))).toEqual(['GEN-NOMATCH'])
    const account = portal.database.read.selectFrom('account').selectAll().where('account_id', '=', accountId)
    expect(await account.executeTakeFirstOrThrow()).toMatchObject({
      member_id: memberId,
      last_name: expect.stringMatching(/./),
    })
    expect(await countRows('wellness_assessment', memberId)).toBe(1)

    expect(await data(['lift-hold', brand, number])).toMatchObject({ code: 0 })
    expect(await account.executeTakeFirstOrThrow()).toMatchObject({ member_id: null, last_name: '' })
    expect(await countRows('wellness_assessment', memberId)).toBe(0)
    expect(await data(['lift-hold', brand, number])).toMatchObject({ code: 1 })
    expect(await listActions(memberId)).toEqual(['member.hold', 'member.hold-lift'])
  })

  test('OP-7 a claim is withdrawn by its number, and stays so', async () => {
    const { member_id: memberId, brand } = await findMember('DENTAL01')
    const claims = portal.database.read
      .selectFrom('claim')
      .select(['claim_number', 'state'])
      .where('member_id', '=', memberId)
    const [claim] = await claims.where('state', '<>', 'cancelled').orderBy('claim_id').execute()
    const number = claim?.claim_number ?? ''
    expect(await data(['withdraw-claim', brand, 'NO-SUCH'])).toMatchObject({ code: 2 })
    expect(await data(['withdraw-claim', brand, number])).toMatchObject({ code: 0 })
    expect(await claims.where('claim_number', '=', number).execute()).toEqual([
      { claim_number: number, state: 'cancelled' },
    ])
    expect(await data(['withdraw-claim', brand, number])).toMatchObject({
      code: 2,
      said: expect.stringContaining('already'),
    })
    expect(await listActions(memberId)).toEqual(['claim.withdraw'])
  })

  test('MC-6 OP-7 an e-mail that was given up is sent again with what it said', async () => {
    const emails = createEmailService(loadDataKey({ configured: undefined, dataDir: portal.dataDir }))
    const at = new Date()
    await portal.database.transaction((tx) =>
      emails.queue(tx, {
        template: 'account-closed',
        brand: 'hmbcbs',
        language: 'en',
        memberId: null,
        now: at,
        to: 'dead@mail.test',
        values: { at: at.toISOString() },
      }),
    )
    const of = portal.database.read.selectFrom('outbox').selectAll().where('recipient', '=', 'dead@mail.test')
    const { email_id: id } = await of.executeTakeFirstOrThrow()
    const { settle } = await import('../../mailing/email/store.ts')
    await portal.database.transaction((tx) => settle(tx, id, { state: 'dead', error: 'EENVELOPE 550', now: at }))
    expect((await data(['dead-emails'])).said).toContain(`${id}  `)
    expect((await data(['dead-emails'])).said).not.toContain('dead@mail.test')
    expect(await data(['send-again', randomUUID()])).toMatchObject({ code: 1 })
    expect(await data(['send-again', id])).toMatchObject({ code: 0 })
    expect(await of.executeTakeFirstOrThrow()).toMatchObject({
      state: 'waiting',
      attempts: 0,
      sealed_values: expect.any(Buffer),
    })
    await portal.database.transaction((tx) => settle(tx, id, { state: 'sent', error: null, now: at }))
    expect(await of.executeTakeFirstOrThrow()).toMatchObject({ sealed_values: null })
  })
})

describe('OP-7 removing a brand', () => {
  test('OP-7 erases everyone and everything of a brand, only on a repeated request, and leaves other brands alone', async () => {
    const countBrand = async (table: string, brand: string) => {
      const { rows } = await sql<{
        n: number
      }>`select count(*)::int as n from ${sql.table(table)} where brand = ${brand}
        and ${table === 'member' ? sql`member_number not like 'ERASED %'` : sql`true`}`.execute(portal.database.read)
      return rows[0]?.n ?? 0
    }
    const { brand } = await findMember('DENTAL01')
    const { rows: brands } = await sql<{
      brand: string
    }>`select distinct brand from member where brand <> ${brand}`.execute(portal.database.read)
    const others = () => Promise.all(brands.map((one) => countBrand('member', one.brand)))
    const before = await others()
    const members = await countBrand('member', brand)
    expect((await data(['remove-brand', brand, '--dry-run'])).said).toContain(`${members} members`)
    expect(await data(['remove-brand', brand, '--reason', 'left'])).toMatchObject({ code: 1 })
    expect(await data(['remove-brand', brand, '--reason', 'left', '--confirm', brand])).toEqual({
      code: 0,
      said: expect.stringContaining(`${members} members of ${brand} are erased`),
    })
    for (const table of ['member', 'lead', 'formulary', 'shop_catalogue', 'plan'])
      expect([table, await countBrand(table, brand)]).toEqual([table, 0])
    expect(await others()).toEqual(before)
    expect(listErrorCodes(await new Client(portal.origin).signIn('DENTAL01'))).toEqual(['GEN-NOMATCH'])
  })
})

describe('OP-7 changing DATA_KEY', () => {
  const [oldKey, newKey] = [randomBytes(32), randomBytes(32)].map((bytes) => bytes.toString('base64')) as [
    string,
    string,
  ]
  const emailId = async (key: string) => {
    const emails = createEmailService(loadDataKey({ configured: key, dataDir: portal.dataDir }))
    const at = new Date()
    await portal.database.transaction((tx) =>
      emails.queue(tx, {
        template: 'account-closed',
        brand: 'hmbcbs',
        language: 'en',
        memberId: null,
        now: at,
        to: 'sealed@mail.test',
        values: { at: at.toISOString() },
      }),
    )
  }
  beforeAll(() => sql`delete from outbox`.execute(portal.database.read))

  test('OP-7 everything is sealed with the new key, can be stopped and resumed, and no longer needs the old key', async () => {
    for (let n = 0; n < 3; n += 1) await emailId(oldKey)
    await sql`delete from agency_proposal`.execute(portal.database.read)
    await sql`delete from authenticator`.execute(portal.database.read)
    const both = { DATA_KEY: `${newKey},${oldKey}` }
    expect(await data(['reseal'], { DATA_KEY: newKey })).toEqual({
      code: 1,
      said: expect.stringContaining('open with none of the keys'),
    })
    const stopped = await runData(['reseal'], { ...portal.environment, ...both }, AbortSignal.abort())
    expect(stopped).toMatchObject({ code: 1, said: expect.stringContaining('Run it again') })
    expect(await data(['reseal'], both)).toEqual({ code: 0, said: expect.stringContaining('3 sealed anew') })
    expect(await data(['reseal'], both)).toEqual({ code: 0, said: expect.stringContaining(' 0 sealed anew') })
    expect(await data(['reseal'], { DATA_KEY: newKey })).toMatchObject({ code: 0 })
  })
})
