import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { calls } from '@portico/contract/calls'
import { withOverrides } from '@portico/rules/brand/overrides'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { make } from '../../../test/call.ts'
import { signInClient } from '../../../test/client.ts'
import { contentKey, newRelease, newText } from '../../../test/content-samples.ts'
import { dataKeyAt, testPortal } from '../../../test/portal.ts'
import { loadBrands } from '../../brands/brand/load.ts'
import { createBrandService } from '../../brands/brand/service.ts'
import { createEmailService, type EmailService } from '../../mailing/email/service.ts'
import { type CallContext, createBareContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { type ContentFiles, fromFiles, toFiles } from './files.ts'
import { importAll, readAll } from './transfer.ts'

const portal = testPortal()
const brands = createBrandService({
  brands: loadBrands(join(import.meta.dirname, '../../../../brands'), withOverrides),
  brandOfZip: () => null,
  defaultServicePhone: '1-800-555-0100',
})
const surroundings = { sessionIdleMs: 1_200_000, scriptOrigins: [] }
let context: CallContext<Principal>
let emails: EmailService

beforeAll(async () => {
  emails = createEmailService(dataKeyAt(portal.origin))
  await sql`update account set entitlements = '["author", "administer"]' where login_id = 'AUTHOR01'`.execute(
    portal.database.read,
  )
  const { account_id, login_id } = await portal.database.read
    .selectFrom('account')
    .select(['account_id', 'login_id'])
    .where('login_id', '=', 'AUTHOR01')
    .executeTakeFirstOrThrow()
  context = createBareContext({
    principal: {
      accountId: account_id,
      loginId: login_id,
      brand: 'hmbcbs',
      role: 'INTERNAL',
      memberId: null,
      actor: null,
      scopes: null,
      sessionId: '00000000-0000-0000-0000-000000000000',
    },
    language: 'en',
    now: new Date(),
    origin: { address: 'test', requestId: 'test' },
  })
})
beforeEach(async () => {
  for (const table of [
    'content_undo',
    'content_released',
    'content_release',
    'content_step',
    'content_version',
    'setting_change',
  ])
    await sql`delete from ${sql.table(table)}`.execute(portal.database.read)
})

const doImport = (filed: ContentFiles, dryRun = false) =>
  importAll({ database: portal.database, brands, emails, surroundings }, filed, { context, dryRun, note: 'From files' })
const exportContent = async () => fromFiles(toFiles(await readAll(portal.database))).filed
const withText = ({ texts, settings }: ContentFiles, value: string): ContentFiles => ({
  texts: texts.map((one) =>
    one.name === contentKey.name && one.brand === 'ALL' && one.language === 'en' ? { ...one, value } : one,
  ),
  settings,
})
const count = async (table: string) =>
  Number(
    (await sql<{ n: string }>`select count(*) as n from ${sql.table(table)}`.execute(portal.database.read)).rows[0]?.n,
  )

describe('CT-10 files', () => {
  test('CT-10 a round trip changes nothing', async () => {
    expect(await doImport(await exportContent())).toEqual({ changes: [], conflicts: [] })
    expect([await count('content_version'), await count('setting_change')]).toEqual([0, 0])
  })

  test('CT-10 a dry run reports differences, an import submits them, and they show once somebody else approves', async () => {
    const changed = withText(await exportContent(), 'Nothing yet')
    const settings = [
      ...changed.settings,
      { brand: 'ndbcbs', key: 'MESSAGES_PER_HOUR', value: 33, change: null } as const,
    ]
    const told = await doImport({ ...changed, settings }, true)
    expect(told.conflicts).toEqual([])
    expect(told.changes).toEqual([`${contentKey.name} (ALL, en): submitted`, 'MESSAGES_PER_HOUR of ndbcbs: 33'])
    expect([await count('content_version'), await count('setting_change')]).toEqual([0, 0])
    expect(await doImport({ ...changed, settings })).toEqual(told)
    const approver = await signInClient(portal.origin, 'APPROV01')
    const { rows } = await sql<{ version_id: string }>`select version_id from content_version`.execute(
      portal.database.read,
    )
    const body = newRelease(rows.map(({ version_id: id }) => id))
    expect((await make(approver, calls.releaseContent, { body })).status).toBe(200)
    const after = await exportContent()
    expect(after.texts.find(({ name, language }) => name === contentKey.name && language === 'en')?.value).toBe(
      'Nothing yet',
    )
    expect(after.settings).toContainEqual(
      expect.objectContaining({ brand: 'ndbcbs', key: 'MESSAGES_PER_HOUR', value: 33 }),
    )
    expect(await doImport(after)).toEqual({ changes: [], conflicts: [] })
    // Once the text is rolled back, importing the file would propose it again.
    const { rows: releases } = await sql<{ release_id: string }>`select release_id from content_release`.execute(
      portal.database.read,
    )
    const undo = { undoId: randomUUID(), releaseId: releases[0]?.release_id ?? '', note: 'Too quick' }
    expect((await make(approver, calls.undoRelease, { body: undo })).status).toBe(200)
    expect((await doImport(after)).conflicts).toEqual([`${contentKey.name} (ALL, en): it was rolled back meanwhile`])
    expect((await doImport(withText(after, 'Something else'))).conflicts).toEqual([])
  })

  test('CT-10 a change made meanwhile is a conflict, and so is a wrong text; then nothing is imported', async () => {
    const before = await exportContent()
    const author = await signInClient(portal.origin, 'APPROV01')
    expect((await make(author, calls.writeContent, { body: newText(null, { value: 'Quicker' }) })).status).toBe(200)
    const mixed: ContentFiles = {
      texts: [
        ...withText(before, 'From a file').texts,
        { ...contentKey, contentType: null, brand: 'IDH', value: 'Hello {who}', version: null },
        { ...contentKey, contentType: null, brand: 'LOU', value: 'A good one', version: null },
      ],
      settings: [{ brand: 'ndbcbs', key: 'KEEP_ALIVE', value: false, change: null }],
    }
    const { conflicts } = await doImport(mixed)
    expect(conflicts).toEqual([
      expect.stringContaining(`${contentKey.name} (ALL, en): Omar Delgado wrote another one meanwhile`),
      `${contentKey.name} (IDH, en): content.problem.placeholder`,
    ])
    expect([await count('content_version'), await count('setting_change')]).toEqual([1, 0])
  })

  test('CT-10 settings that depend on each other are changed in a working order; one that locks people out is reported', async () => {
    const set = (key: 'ATTACHMENT_FILE_MB' | 'ATTACHMENT_TOTAL_MB' | 'SESSION_EXPIRY_MS', value: number) => ({
      ...({ brand: 'idh', key, value, change: null } as const),
    })
    const both = { texts: [], settings: [set('ATTACHMENT_FILE_MB', 40), set('ATTACHMENT_TOTAL_MB', 50)] }
    expect((await doImport(both, true)).conflicts).toEqual([])
    const { conflicts } = await doImport({ texts: [], settings: [...both.settings, set('SESSION_EXPIRY_MS', 5)] })
    expect(conflicts).toEqual(['SESSION_EXPIRY_MS of idh: settings.problem.range'])
    expect(await count('setting_change')).toBe(0)
  })
})
