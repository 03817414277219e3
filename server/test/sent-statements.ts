import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

/**
 * Notes each different statement that a run sends to PostgreSQL in a file of this process, for `tools/embedded-statements.ts`. A setup file
 * of the tests on PostgreSQL; does nothing unless the run names a folder for it.
 */
const { PORTICO_TEST_STATEMENTS: folder } = process.env
const sent = new Set<string>()

interface Query {
  readonly text?: unknown
}

/** Once in a process, although each test file of it loads this. */
function note(folder: string): void {
  const noted = Symbol.for('portico.noted-statements')
  if (noted in pg.Client.prototype) return
  const { query } = pg.Client.prototype
  Object.assign(pg.Client.prototype, {
    [noted]: true,
    query(this: pg.Client, ...given: unknown[]) {
      const text = typeof given[0] === 'string' ? given[0] : (given[0] as Query | undefined)?.text
      if (typeof text === 'string' && !sent.has(text)) {
        sent.add(text)
        appendFileSync(join(folder, `${process.pid}.jsonl`), `${JSON.stringify(text)}\n`)
      }
      return Reflect.apply(query, this, given)
    },
  })
}

if (folder !== undefined) note(folder)
