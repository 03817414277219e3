import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testPortal } from '../../../test/portal.ts'
import { describeSizes, kept } from '../../imports/records/sizes.ts'
import { readConfig } from '../../platform/config.ts'
import { tables } from '../../platform/db/tables.ts'
import { deleteOld } from '../../platform/retention.ts'
import { deleteOldMail } from './ageing.ts'

const portal = testPortal()
const now = new Date()
const run = (query: ReturnType<typeof sql>) => query.execute(portal.database.read)

async function listThreads(): Promise<readonly { thread: string; member: string }[]> {
  const { rows } = await sql<{ thread: string; member: string }>`
    select thread_id as thread, member_id as member from thread order by member_id, thread_id`.execute(
    portal.database.read,
  )
  return rows
}

async function deleteAllOldMail(): Promise<void> {
  let after: string | null = '00000000-0000-0000-0000-000000000000'
  while (after !== null) after = await deleteOldMail(portal.database, { after, years: 10, now }, 2)
}

test('OP-7 a conversation is deleted once no one has written in it for the configured years, unless a legal hold stands, and the log records it', async () => {
  const all = await listThreads()
  const byMember = Map.groupBy(all, ({ member }) => member)
  const [[held, ofHeld] = [], [free, ofFree] = []] = [...byMember].filter(([, threads]) => threads.length > 1)
  const [keptOne, old, young] = [ofHeld?.[0]?.thread, ofFree?.[0]?.thread, ofFree?.[1]?.thread]
  for (const [thread, years] of [
    [keptOne, 11],
    [old, 11],
    [young, 9],
  ] as const) {
    const at = sql`${now}::timestamptz - ${years} * interval '1 year'`
    await run(sql`update thread set created_at = ${at} where thread_id = ${thread}`)
    await run(sql`update message set sent_at = ${at} where thread_id = ${thread}`)
  }
  await run(sql`insert into legal_hold values (gen_random_uuid(), ${held}, 'case 1', 'ops', ${now})`)
  await deleteAllOldMail()
  expect(await listThreads()).toEqual(all.filter(({ thread }) => thread !== old))
  const { rows } = await run(sql`select member_id from audit_event where action = 'mail.age-out'`)
  expect(rows).toEqual([{ member_id: free }])
})

test('MP-25 OP-7 what the directory showed is kept for the configured years, at least two', async () => {
  const [{ member = '' } = {}] = await listThreads()
  await run(sql`update legal_hold set lifted_at = ${now}`)
  await run(sql`insert into provider_shown (member_id, shown_id, provider_id, shown_at, content, content_hash)
    select ${member}, gen_random_uuid(), n::text, ${now}::timestamptz - n * interval '1 year', '{}', '' from generate_series(1, 4) n`)
  const retention = { sessionDays: 3650, deskEventDays: 3650, mailYears: null, shownYears: null }
  const count = async () => (await run(sql`select 1 from provider_shown where content_hash = ''`)).rows.length
  while (await deleteOld(portal.database, now, retention, 2));
  expect(await count()).toBe(4)
  while (await deleteOld(portal.database, now, { ...retention, shownYears: 2 }, 1));
  expect(await count()).toBe(2)
})

test('OP-7 no setting goes below the legal minimum, and archiving requires a place', () => {
  const read = (environment: Record<string, string>) => () => readConfig(environment)
  for (const [name, years] of [
    ['AUDIT_KEPT_YEARS', 6],
    ['MAIL_KEPT_YEARS', 10],
    ['PROVIDERS_SHOWN_KEPT_YEARS', 2],
  ] as const)
    expect(read({ [name]: String(years - 1) })).toThrow(`${name}: must be at least ${years}`)
  expect(read({ AUDIT_ARCHIVE_AFTER_MONTHS: '13' })).toThrow('needs a place for the files')
  expect(read({ AUDIT_KEPT_YEARS: '6' })).toThrow('needs AUDIT_ARCHIVE_AFTER_MONTHS')
  expect(readConfig({ AUDIT_ARCHIVE_AFTER_MONTHS: '13', ARCHIVE_DIR: '/x', AUDIT_KEPT_YEARS: '7' })).toMatchObject({
    auditArchive: { afterMonths: 13, keptYears: 7 },
    archiveDir: '/x',
  })
})

test('OP-7 the report has the sizes of all tables, with how long those that grow are kept', async () => {
  await run(sql`analyze`)
  const said = await describeSizes(portal.database.read)
  expect(Object.keys(kept).filter((name) => !(name in tables))).toEqual([])
  expect(said.split('\n')).toHaveLength(Object.keys(tables).length + 1)
  expect(said).toMatch(/^session +\d+ rows .* MB of indexes {2}kept: SESSIONS_KEPT_DAYS/m)
})
