import { randomUUID } from 'node:crypto'
import { calls } from '@portico/contract/calls'
import { type SqlBool, sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { readByLogin } from '../../../test/accounts.ts'
import { addApp, agree, authorizeAddress, begin } from '../../../test/apps.ts'
import { make } from '../../../test/call.ts'
import { Client, memberClient } from '../../../test/client.ts'
import { testPortal } from '../../../test/portal.ts'
import { tablesHolding } from '../../../test/rows.ts'
import {
  chosenAnswers,
  newApplication,
  newApplicationDraft,
  newCartItem,
  newInvitation,
  newSavedShopping,
} from '../../../test/samples.ts'
import { addAuthenticator, addPasskey, appCode } from '../../../test/second-factor.ts'
import { closedName } from '../../platform/db/personal-data.ts'
import {
  exportedTables,
  listExportedColumns,
  type PersonalTable,
  personalTables,
  tables,
} from '../../platform/db/tables.ts'

/** A member whose account no other test uses. */
const loginId = 'BXBASIC1'
const userAgent = 'zq-user-agent'

const portal = testPortal()
let ids: { readonly account: string; readonly member: string }
let client: Client
/** Recognizable texts, for every column of the account that closing clears and that may hold any text. */
const marks: Record<string, string> = {}

type Rows = readonly Record<string, unknown>[]
const readRows = async (table: PersonalTable, where = sql<SqlBool>`true`): Promise<Rows> => {
  const { of } = tables[table]
  const { rows } = await sql<Record<string, unknown>>`
    select * from ${sql.table(table)} where ${sql.ref(`${of}_id`)} = ${ids[of as 'account' | 'member']} and ${where}
  `.execute(portal.database.read)
  return rows
}

beforeAll(async () => {
  const { read } = portal.database
  client = await memberClient(portal.origin, loginId)
  const account = await readByLogin(read, loginId)
  ids = { account: account.account_id, member: account.member_id ?? '' }
  await fillRows()
  await fillColumns()
})

/** Fills every table that holds a person's actions and choices. */
async function fillRows(): Promise<void> {
  await make(client, calls.setSecurityQuestions, { body: { answers: [...chosenAnswers] } })
  await addPasskey(client)
  const { secret } = await addAuthenticator(client)
  const other = new Client(portal.origin)
  const headers = { 'user-agent': userAgent }
  await other.send('POST', '/rbsmbl/x-services/userauth/v1/login', {
    payload: {},
    headers: { ...headers, authorization: `Basic ${Buffer.from(`${loginId}:Welcome1!`).toString('base64')}` },
  })
  await make(other, calls.secondFactor, { body: { code: appCode(secret), rememberDevice: true } }, headers)
  await make(client, calls.passkeyRegistration, {})
  await make(client, calls.keepCards, { body: { keptId: randomUUID() } }, headers)
  await make(client, calls.setSessionValue, { body: { key: 'zq.mark', value: 'zq-small-state' } })
  await make(client, calls.putRatingInfo, {
    params: { storeID: '10151' },
    body: { ratingInfo: [{ storeId: '10151', brand: 'hmbcbs' }] },
  })
  await make(client, calls.saveDraft, {
    body: { clientMessageId: randomUUID(), baseVersion: 0, text: 'zq-draft', subject: 'zq-subject' },
  })
  await make(client, calls.saveProvider, { body: { providerId: '1740796093', saved: true } })
  await make(client, calls.saveForm, {
    body: { clientMessageId: randomUUID(), baseVersion: 0, kind: 'release', answers: { person: 'zq-person' } },
  })
  await make(client, calls.saveAssessment, { body: { answers: { sleep: 'enough' } } })
  const { body: goals } = await make(client, calls.setGoal, { body: { goal: 'move', perWeek: 3 } })
  await make(client, calls.markGoal, { body: { goal: 'move', day: goals.payload.today, done: true } })
  await make(client, calls.changeNotificationChoices, { body: { newMessage: true, language: 'es' } })
  await make(client, calls.addAttachment, { query: { clientMessageId: randomUUID() } })
  await make(client, calls.invitePerson, { body: newInvitation() })
  await make(client, calls.cartAdd, { body: newCartItem() })
  await make(client, calls.saveShopping, { body: newSavedShopping() })
  await make(client, calls.startEnrollment, { body: newApplication() })
  await make(client, calls.saveApplicationDraft, { body: newApplicationDraft() })
  await make(client, calls.sendEmail, { body: { letterId: randomUUID(), template: 'contact-card' } })
  await make(client, calls.changeEmail, { body: { email: 'zq-new@mail.test' } })
  const { read } = portal.database
  const at = sql`now(), now() + interval '1 hour'`
  const hash = () => sql`decode(${randomUUID().replaceAll('-', '')}, 'hex')`
  await sql`insert into recovery_ticket (account_id, ticket_hash, created_at, expires_at)
    values (${ids.account}, ${hash()}, ${at})`.execute(read)
  await sql`insert into registration (registration_id, ticket_hash, created_at, expires_at, account_id)
    values (${randomUUID()}, ${hash()}, ${at}, ${ids.account})`.execute(read)
  await sql`insert into password_history (account_id, set_at, password_hash)
    values (${ids.account}, now(), 'zq-old-hash')`.execute(read)
  await sql`insert into sign_in_challenge (challenge_hash, purpose, account_id, created_at, expires_at)
    values (${hash()}, 'second-factor', ${ids.account}, ${at})`.execute(read)
  await sql`insert into staff_brand (account_id, brand) values (${ids.account}, 'hmbcbs')`.execute(read)
  await sql`insert into staff_draft (account_id, member_id, thread_id, draft_id, version, data, saved_at)
    select ${ids.account}, member_id, thread_id, ${randomUUID()}, 1, '{}', now() from thread limit 1`.execute(read)
  await sql`with made as (insert into identity_connection (connection_id, name, brand, audience, kind, created_at)
      values (${randomUUID()}, 'Members', 'hmbcbs', 'members', 'oidc', now()) returning connection_id)
    insert into identity_link (connection_id, account_id, expected, created_at)
    select connection_id, ${ids.account}, 'zq-name', now() from made`.execute(read)
  await fillAgencyRows()
  await fillPaymentRows()
  await addApp(portal.database, 'app-of-data')
  await agree(client, await begin(client, authorizeAddress(portal.origin, 'app-of-data')))
}

/** A saved card with automatic payments, and a refill reminder. */
async function fillPaymentRows(): Promise<void> {
  const { read } = portal.database
  const { member } = ids
  const [account, method] = [randomUUID(), randomUUID()]
  await sql`insert into premium_account (member_id, account_id, account_number, state, run_id, imported_at)
    values (${member}, ${account}, '4471', 'open', ${randomUUID()}, now())`.execute(read)
  await sql`insert into premium_method (member_id, method_id, state, gateway, gateway_ref, customer_ref, kind, label, last_four,
      language, return_to, looks, created_at, changed_at)
    values (${member}, ${method}, 'saved', 'sandbox', 'ref', 'customer', 'card', 'zq-label', '4242', 'en', '', 0, now(), now())
  `.execute(read)
  await sql`insert into premium_autopay (member_id, account_id, method_id, most_cents, language, confirmed_at)
    values (${member}, ${account}, ${method}, 5000, 'en', now())`.execute(read)
  await sql`insert into refill_reminder (member_id, medicine_id, last_day, told_at)
    values (${member}, ${randomUUID()}, current_date, now())`.execute(read)
}

/** As if the person also sold plans, and were an agency's client. */
async function fillAgencyRows(): Promise<void> {
  const { read } = portal.database
  const region = sql`from agency_region limit 1`
  await sql`insert into agency_agent (account_id, agency_id, region, entitlements)
    select ${ids.account}, agency_id, region, '["zq-entitlement"]' ${region}`.execute(read)
  await sql`insert into agency_choice (session_id, account_id, agency_id, region, chosen_at)
    select (select session_id from session where account_id = ${ids.account} limit 1),
      ${ids.account}, agency_id, region, now() ${region}`.execute(read)
  await sql`insert into scim_user (user_id, brand, audience, account_id, user_name, user_key, agencies, active, barred, version,
      created_at, changed_at)
    values (${randomUUID()}, 'hmbcbs', 'agents', ${ids.account}, 'zq-name', 'zq-name', '[]', true, false, 1, now(), now())`.execute(
    read,
  )
  await sql`insert into agency_preference (account_id, remember_agency_region, agency_id_pref, region_pref,
      is_broker_agency_pref, broker360_agencies, broker360_aca_agencies, changed_at)
    values (${ids.account}, true, 'zq-agency', 'zq-region', true, '["zq-agency"]', '[]', now())`.execute(read)
  await sql`with g as (insert into scim_group (group_id, brand, audience, display_name, entitlements, brands, version, created_at, changed_at)
      values (${randomUUID()}, 'hmbcbs', 'staff', 'A group of a sign-in', '[]', '[]', 1, now(), now()) returning group_id)
    insert into sign_on_member (group_id, account_id) select group_id, ${ids.account}::uuid from g`.execute(read)
  await sql`insert into agent_appointment (account_id, appointment_id, brand, state, line, begins)
    values (${ids.account}, ${randomUUID()}, 'hmbcbs', 'PA', 'zq-line', current_date)`.execute(read)
  await sql`insert into agent_training (account_id, training_id, kind, name, line)
    values (${ids.account}, ${randomUUID()}, 'course', 'zq-course', 'zq-line')`.execute(read)
  await sql`insert into agency_client (member_id, agency_id, region, client_id, consented_on, note, changed_at)
    select ${ids.member}, agency_id, region, ${randomUUID()}, current_date, 'zq-note', now() ${region}`.execute(read)
}

/** Puts a mark into each text that closing clears, except columns that allow only certain values. */
async function fillColumns(): Promise<void> {
  const { read } = portal.database
  const someAlone = ['phone_type', 'page_language', 'security_strength_enforcement', 'login_id', 'password_hash']
  for (const [column, fate] of Object.entries(tables.account.closing)) {
    if (typeof fate === 'string' || someAlone.includes(column)) continue
    const { rows } = await sql<{ type: string }>`select data_type as type from information_schema.columns
      where table_name = 'account' and column_name = ${column}`.execute(read)
    const [{ type } = { type: '' }] = rows
    const mark = `zq-${column}`
    const value = { text: mark, jsonb: JSON.stringify([{ agencyId: mark }]), boolean: true, date: '1961-02-03' }[type]
    if (value === undefined) continue
    if (type === 'text' || type === 'jsonb') marks[column] = mark
    await sql`update account set ${sql.ref(column)} = ${value} where account_id = ${ids.account}`.execute(read)
  }
  await sql`update account set phone_type = 'CELL', page_language = 'es', entitlements = '["zq-entitlements"]'
    where account_id = ${ids.account}`.execute(read)
  await sql`update session set market = 'zq-market' where account_id = ${ids.account}`.execute(read)
}

const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

test('RG-3 a person’s data export has every column declared for it, and no other', async () => {
  const answer = await make(client, calls.exportData, { body: { format: 'json' } })
  expect(answer.status).toBe(200)
  const text = answer.bytes.toString()
  const { account, signIn, member } = JSON.parse(text)
  const parts: Record<string, Rows> = { account: [account], person: [member.person], ...signIn, ...member }
  parts.person = [member.person]
  for (const table of exportedTables) {
    const { part, of } = tables[table]
    const found = parts[part] ?? []
    // The test does not invent coverage that no one in the demo has.
    if (of === 'account') expect([table, found.length > 0]).toEqual([table, true])
    for (const row of found) expect([table, Object.keys(row)]).toEqual([table, listExportedColumns(table).map(camel)])
  }
  expect(account).toMatchObject({
    state: marks.state,
    market: marks.market,
    ecid: marks.ecid,
    nickName: marks.nick_name,
  })
  for (const table of personalTables) {
    const secrets = Object.entries(tables[table].columns).filter(([, sharing]) => /secret|staff/.test(sharing))
    for (const row of await readRows(table)) {
      for (const [column] of secrets) {
        const value = row[column]
        const forms = Buffer.isBuffer(value) ? [value.toString('hex'), value.toString('base64')] : [String(value)]
        for (const form of forms)
          if (form.length > 15) expect([table, column, text.includes(form)]).toEqual([table, column, false])
      }
    }
  }
})

test('RG-3 closing an account does to every column what is declared, and leaves nothing of the person anywhere else', async () => {
  const before = new Map<string, Rows>()
  for (const table of personalTables) before.set(table, await readRows(table))
  const empty = personalTables.filter((table) => tables[table].closing === 'deleted' && !before.get(table)?.length)
  expect(empty).toEqual([])
  const [account] = before.get('account') ?? []
  for (const [column, mark] of Object.entries(marks)) expect(JSON.stringify(account?.[column])).toContain(mark)

  expect((await make(client, calls.closeAccount, { body: { password: 'Welcome1!' } })).status).toBe(200)

  for (const table of personalTables) {
    const { closing } = tables[table]
    const after = await readRows(table)
    if (closing === 'deleted') expect([table, after]).toEqual([table, []])
    else expect([table, after.length]).toEqual([table, before.get(table)?.length])
    if (typeof closing === 'string') continue
    for (const row of after) {
      for (const [column, fate] of Object.entries(closing)) {
        if (typeof fate === 'string') continue
        const becomes = fate.becomes === closedName ? `${closedName} ${ids.account.toUpperCase()}` : fate.becomes
        expect([table, column, row[column]]).toEqual([table, column, becomes])
      }
    }
  }
  // E-mails go to the person's earlier addresses.
  expect(await tablesHolding(portal.database, 'zq-')).toEqual(['outbox'])
  expect(await tablesHolding(portal.database, loginId)).toEqual(['audit_event'])
})
