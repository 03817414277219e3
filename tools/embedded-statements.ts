import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CompiledQuery } from 'kysely'
import { createDatabase } from '../server/src/platform/db/database.ts'
import { openEmbedded } from '../server/src/platform/db/engine.ts'
import { migrate } from '../server/src/platform/db/migrate.ts'
import { findPreparedFolder, isFresh } from '../server/src/platform/db/prepared.ts'
import { root } from './run.ts'

/**
 * `node tools/embedded-statements.ts FOLDER`: has the embedded engine plan every statement that a test run sent to PostgreSQL, as recorded
 * in the folder's files. Exits with 1 if it cannot plan one of them, or if there were none.
 */
const [folder = ''] = process.argv.slice(2)

/**
 * A missing table or column: a migration's that was removed later, or a test's own. `server/src/platform/db/tables.db.test.ts` checks that
 * both engines have the declared ones.
 */
const unknownNames = ['42P01', '42703']

const sent = readdirSync(folder).flatMap((name) =>
  readFileSync(join(folder, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as string),
)
const statements = [...new Map(sent.filter(isPlanned).map((text) => [simplifyShape(text), text])).values()]
const dataDir = mkdtempSync(join(tmpdir(), 'portico-statements-'))
const prepared = isFresh(root, 'empty', new Date()) ? findPreparedFolder(root, 'empty') : undefined
const database = createDatabase(await openEmbedded({ dataDir, durable: false, prepared }))
await migrate(database)
const refused: string[] = []
for (const text of statements) {
  try {
    await database.read.executeQuery(CompiledQuery.raw(`prepare one as ${text}`))
    await database.read.executeQuery(CompiledQuery.raw('deallocate one'))
  } catch (error) {
    const { code = '', message = error } = error as { readonly code?: string; readonly message?: string }
    if (!unknownNames.includes(code)) refused.push(`${message}: ${text}`)
  }
}
await database.close()
rmSync(dataDir, { recursive: true, force: true })
for (const one of refused) console.log(`refused: ${one}`)
console.log(`the embedded database plans ${statements.length - refused.length} of ${statements.length} statements`)
process.exit(refused.length === 0 && statements.length > 0 ? 0 : 1)

function isPlanned(text: string): boolean {
  return /^\s*(select|insert|update|delete|with)\b/i.test(text)
}

/** The same for statements that differ only in the number of listed values. */
function simplifyShape(text: string): string {
  const numbered = text.replace(/\$\d+/g, '$')
  return numbered.replace(/(\([^()]*\))(?:, *\1)+/g, '$1').replace(/\$(?:, *\$)+/g, '$')
}
