import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { memberClient } from '../../../test/client.ts'
import { startDistributed } from '../../../test/distributed.ts'
import { testPortal } from '../../../test/portal.ts'
import { everyCall, makeRight, readRecords, undoChanges } from '../../../test/samples.ts'
import { recordStatements, whyUnplanned } from '../../../test/statement-plans.ts'
import { tableKinds } from './distribution.ts'
import { runDistribute } from './run-distribute.ts'
import { runMigrate } from './run-migrate.ts'

const bin = process.env.CITUS_BIN
if (bin === undefined)
  process.stderr.write(
    '\nOP-1 was NOT checked on a cluster: CITUS_BIN does not name a PostgreSQL with Citus (docs/scaling.md).\n',
  )

/** What cannot be planned on a cluster yet, by a part of its text (docs/scaling.md). This list only becomes shorter. */
const unplanned = [
  // The claims of a transaction's number, whoever of the family they are of.
  'not exists (select from claim of_number',
  'exists (select from claim of_number',
  // What an agency sees of its clients, with their accounts.
  'from "agency_client" as "client" inner join "member"',
]

describe.runIf(bin !== undefined)('OP-1 on a cluster', () => {
  const portal = testPortal({ ACCESS_TOKEN_S: '3600', ATTACHMENT_WORK_MS: '600000' })

  test('OP-1 one command distributes the tables, and what the calls send is planned there', {
    timeout: 900_000,
  }, async () => {
    const cluster = await startDistributed(bin ?? '')
    const planner = new pg.Client({ connectionString: cluster.url })
    try {
      const environment = { DATABASE_URL: cluster.url }
      expect(await runMigrate([], environment)).toMatchObject({ code: 0 })
      const spread = [...tableKinds.values()].filter((kind) => kind !== 'local').length
      expect(await runDistribute([], environment)).toEqual({ said: `Distributed: ${spread} tables.`, code: 0 })
      await planner.connect()
      const { rows } = await planner.query<{ kind: string; count: number }>(
        'select citus_table_type as kind, count(*)::int as count from citus_tables group by 1 order by 1',
      )
      expect(rows.map(({ kind }) => kind)).toEqual(['distributed', 'reference'])
      const own = await readRecords(await memberClient(portal.origin, 'MEMBER01'))
      const wrong = new Set<string>()
      const used = new Set<string>()
      let planned = 0
      for (const one of everyCall) {
        // A call that is not answered here is told by the tests of calls; what it sent counts.
        const client = await memberClient(portal.origin, one.sample.as ?? 'MEMBER01')
        const sent = await recordStatements(() => makeRight(client, one, own).catch(() => null))
        await undoChanges(portal.database)
        for (const text of [...sent].map((said) => said.replace(/\s+/g, ' '))) {
          planned += 1
          const why = await whyUnplanned(planner, text)
          const known = unplanned.find((part) => text.includes(part))
          if (why !== null && known === undefined) wrong.add(`${why}: ${text}`)
          else if (why !== null && known !== undefined) used.add(known)
        }
      }
      expect([...wrong]).toEqual([])
      expect(planned).toBeGreaterThan(2000)
      expect(unplanned.filter((part) => !used.has(part))).toEqual([])
    } finally {
      await planner.end()
      await cluster.close()
    }
  })
})
