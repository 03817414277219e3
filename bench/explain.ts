import { listStatement, type Sort, unreadStatement } from '../server/src/messages/messages/list-statement.ts'
import { searchMessages } from '../server/src/messages/messages/search-store.ts'
import { createDatabase, type Database } from '../server/src/platform/db/database.ts'
import { openPostgres } from '../server/src/platform/db/engine.ts'

/** A call's database work, as its service does it. */
export type Work = (
  database: Database,
  who: { readonly memberId: string; readonly session: Liveness },
) => Promise<unknown>

type Liveness = readonly [sessionId: string, now: Date, idleSince: Date]

export const readUnread: Work = (database, { session }) => database.run(unreadStatement, session)

export function readList(options: { readonly sort?: Sort; readonly offset?: number }): Work {
  const { sort = 'date', offset = 0 } = options
  const statement = listStatement({ folder: 'inbox', sort, order: sort === 'date' ? 'desc' : 'asc', threads: true })
  return (database, { session }) => database.run(statement, [...session, 10, offset])
}

export function findWords(search: string): Work {
  return (database, { memberId }) =>
    database.transaction((tx) =>
      searchMessages(tx, {
        memberId,
        search,
        folder: null,
        before: null,
        alike: false,
        withForms: true,
        language: 'en',
        max: 11,
      }),
    )
}

const settings = [
  ...['session_preload_libraries=auto_explain', 'auto_explain.log_min_duration=0', 'auto_explain.log_analyze=1'],
  ...['auto_explain.log_buffers=1', 'client_min_messages=log'],
]

/** How PostgreSQL executes this work for a person: the plans of its statements with their times. */
export async function explain(url: string, loginId: string, work: Work): Promise<string> {
  const options = encodeURIComponent(settings.map((setting) => `-c ${setting}`).join(' '))
  const engine = openPostgres({ url: `${url}?options=${options}`, poolSize: 1 })
  const plans: string[] = []
  engine.pool.on('connect', (client) => {
    client.on('notice', ({ message }) => plans.push(message ?? ''))
  })
  const database = createDatabase(engine)
  try {
    const { session_id, member_id } = await database.read
      .selectFrom('session')
      .select(['session_id', 'member_id'])
      .where('login_id', '=', loginId)
      .executeTakeFirstOrThrow()
    const now = new Date()
    const session = [session_id, now, new Date(now.getTime() - 20 * 60_000)] as const
    // The first run warms the caches.
    await work(database, { memberId: member_id ?? '', session })
    plans.length = 0
    await work(database, { memberId: member_id ?? '', session })
    return plans.join('\n')
  } finally {
    await database.close()
  }
}
