import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readDemoData } from '../server/src/demo/demo/data.ts'
import { demoPassword } from '../server/src/demo/demo/load.ts'
import { createDatabase, type Database } from '../server/src/platform/db/database.ts'
import { openEmbedded } from '../server/src/platform/db/engine.ts'
import { findLeaks } from './leaks.ts'
import { root } from './run.ts'

/**
 * `node tools/log-scan.ts FOLDER [DATA_DIR]`: checks whether any log in a folder contains a secret or personal data. It looks for
 * the demo people, for the contents of the run's embedded database, and for anything with the shape of a secret. Exits with 1 if it
 * finds something, or if there were no logs to check.
 */
const [folder = '', dataDir] = process.argv.slice(2)

/** The welcome that `npm start` prints for the person who starts the demo, on the same output as the log; it is not part of the log. */
const welcome = /^Portico is up: [\s\S]*?^Each of the \d+ brands .*$/gm

const lines = readdirSync(folder)
  .filter((name) => name.endsWith('.log'))
  .flatMap((name) => readFileSync(join(folder, name), 'utf8').replace(welcome, '').split('\n'))
  .filter((line) => line !== '' && !line.startsWith('Portico is up: '))
const secrets = demoSecrets()
if (dataDir !== undefined && existsSync(join(dataDir, 'db'))) await addStored(dataDir)
const leaks = findLeaks(lines, secrets)
for (const { what, lines: count, example } of leaks) console.log(`leaked: ${what}, in ${count} lines, e.g. ${example}`)
if (lines.length === 0) console.log(`There is no log in ${folder}.`)
else
  console.log(`${lines.length} lines were searched for ${secrets.size} texts: ${leaks.length} kinds of secrets found`)
process.exit(leaks.length === 0 && lines.length > 0 ? 0 : 1)

function demoSecrets(): Map<string, string> {
  const { members, accounts } = readDemoData(join(root, 'demo'))
  const found = new Map([[demoPassword, 'password']])
  for (const person of [...members, ...accounts]) {
    const { loginId, firstName, lastName } = person
    found.set(loginId, 'login ID').set(firstName, 'first name').set(lastName, 'last name')
    found.set(Buffer.from(`${loginId}:${demoPassword}`).toString('base64'), 'credentials')
  }
  for (const { memberNumber, dateOfBirth, phone, address } of members) {
    found
      .set(memberNumber, 'member number')
      .set(address, 'street')
      .set(phone?.replaceAll('-', '') ?? '', 'phone number')
    const [year = '', month = '', day = ''] = dateOfBirth.split('-')
    for (const form of [dateOfBirth, `${year}${month}${day}`, `${month}/${day}/${year}`])
      found.set(form, 'date of birth')
  }
  return found
}

/** Everything that people typed during the run, and everything sent to them. */
async function addStored(dataDir: string): Promise<void> {
  const database = createDatabase(await openEmbedded({ dataDir }))
  const columns: readonly (readonly [string, readonly (string | null)[]])[] = [
    ['message text', await column(database, 'message', 'body')],
    ['subject', await column(database, 'thread', 'subject')],
    ['name of a file', await column(database, 'attachment', 'name')],
    ['phone number', await column(database, 'message', 'phone_number')],
    ['group number', await column(database, 'coverage', 'group_number')],
    ['provider', await column(database, 'claim', 'provider_name')],
    ['e-mail address', await column(database, 'account', 'email')],
    ['street', await column(database, 'account', 'address')],
  ]
  await database.close()
  for (const [what, values] of columns) {
    for (const value of values) {
      // A log line is JSON, so a text appears in it without its line breaks.
      for (const part of value?.split('\n') ?? [])
        if (part.trim().length > 5) secrets.set(part.trim().slice(0, 60), what)
    }
  }
}

async function column(
  database: Database,
  table: 'account' | 'attachment' | 'claim' | 'coverage' | 'message' | 'thread',
  name: string,
) {
  const rows = await database.read.selectFrom(table).select(database.read.dynamic.ref<string>(name)).execute()
  return rows.map((row): string | null => Object.values<string | undefined>(row)[0] ?? null)
}
