import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { loadBrandsFrom } from '../../brands/brand/configured.ts'
import { createBrandService } from '../../brands/brand/service.ts'
import { createEmailService } from '../../mailing/email/service.ts'
import { CannotRun, cannotRun, type Told, tell, toMessage } from '../../platform/command-line.ts'
import { readConfig } from '../../platform/config.ts'
import { loadDataKey } from '../../platform/data-key.ts'
import { withDatabase } from '../../platform/db/command-database.ts'
import type { Database } from '../../platform/db/database.ts'
import { CallError } from '../../platform/http/call-error.ts'
import { type CallContext, createBareContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { fromFiles, toFiles } from './files.ts'
import { findStaffAccount } from './store.ts'
import { importAll, readAll } from './transfer.ts'

const usage = `npm run content -- export DIR                              writes all texts and settings to files
npm run content -- import DIR --as LOGINID [--dry-run]     submits the texts that differ, and sets the settings`

/**
 * `npm run content -- export DIR | import DIR --as LOGINID [--dry-run]` (CT-10): all texts and settings as files that can be reviewed and
 * kept. Exits with 0 if done, 1 if there are conflicts, 2 if it could not run.
 */
async function main(): Promise<Told> {
  const { values, positionals } = readArguments()
  const [verb, folder, ...more] = positionals
  if (folder === undefined || more.length > 0 || !['export', 'import'].includes(verb ?? '')) throw new CannotRun(usage)
  const loginId = values.as
  if (verb === 'import' && loginId === undefined) throw new CannotRun(`Name who imports: --as LOGINID\n${usage}`)
  const config = readConfig(process.env)
  return withDatabase(config, async (database) => {
    if (verb === 'export') return { said: await exportTo(database, folder), code: 0 }
    const brands = createBrandService({
      brands: await loadBrandsFrom(config, database),
      brandOfZip: () => null,
      defaultServicePhone: config.defaultServicePhone,
    })
    const { filed, wrong } = fromFiles(filesIn(folder))
    if (wrong.length > 0) return { said: [...wrong, 'Nothing was imported.'].join('\n'), code: 1 }
    const emails = createEmailService(loadDataKey({ configured: config.dataKey, dataDir: config.dataDir }))
    const surroundings = { sessionIdleMs: config.sessionIdleS * 1000, scriptOrigins: config.scriptOrigins }
    const dryRun = values['dry-run'] ?? false
    const context = await identifyOperator(database, loginId ?? '')
    const options = { context, dryRun, note: 'Imported from files' }
    const { changes, conflicts } = await importAll({ database, brands, emails, surroundings }, filed, options)
    if (conflicts.length > 0)
      return { said: [...conflicts.map((one) => `conflict: ${one}`), 'Nothing was imported.'].join('\n'), code: 1 }
    const end = dryRun ? `${changes.length} would be imported.` : `${changes.length} imported.`
    return { said: [...changes, end].join('\n'), code: 0 }
  })
}

async function exportTo(database: Database, folder: string): Promise<string> {
  const files = toFiles(await readAll(database))
  const texts = join(folder, 'texts')
  mkdirSync(texts, { recursive: true })
  // Removes the files of an earlier export, some of whose texts no longer exist.
  for (const name of readdirSync(texts)) if (name.endsWith('.json')) rmSync(join(texts, name))
  for (const [path, content] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  return `${files.size} files written.`
}

function filesIn(folder: string): ReadonlyMap<string, string> {
  const texts = join(folder, 'texts')
  if (!existsSync(texts)) throw new CannotRun(`${folder} is not the folder of an export: it has no texts in it.`)
  const names = readdirSync(texts).map((name) => `texts/${name}`)
  const settings = existsSync(join(folder, 'settings.json')) ? ['settings.json'] : []
  return new Map([...names, ...settings].map((path) => [path, readFileSync(join(folder, path), 'utf8')]))
}

/** Whoever runs the command has the same rights as on screen: their brands, their entitlements. */
async function identifyOperator(database: Database, loginId: string): Promise<CallContext<Principal>> {
  const account = await findStaffAccount(database.read, loginId)
  if (account === undefined) throw new CannotRun(`No member of staff has the login ID ${loginId}.`)
  return createBareContext({
    principal: {
      accountId: account.account_id,
      loginId: account.login_id,
      brand: account.brand,
      role: 'INTERNAL',
      memberId: null,
      actor: null,
      scopes: null,
      sessionId: '00000000-0000-0000-0000-000000000000',
    },
    language: 'en',
    now: new Date(),
    origin: { address: 'command', requestId: 'content import' },
  })
}

function readArguments() {
  try {
    return parseArgs({ allowPositionals: true, options: { as: { type: 'string' }, 'dry-run': { type: 'boolean' } } })
  } catch (error) {
    throw new CannotRun(`${toMessage(error)}\n${usage}`)
  }
}

main().then(tell, (error: unknown) => {
  const isRefused = error instanceof CallError && error.code === 'WRONG-ROLE'
  const why = isRefused ? new CannotRun('This login ID may not write texts or change settings.') : error
  tell(cannotRun(why, (unexpected) => `The command failed: ${toMessage(unexpected)}`))
})
