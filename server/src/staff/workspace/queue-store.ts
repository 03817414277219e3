import type { PayloadOf, QueryOf } from '@portico/contract/call'
import type { workspaceQueues, workspaceThreads } from '@portico/contract/calls/workspace'
import { type Age, ages, computeSpan, maxSettled } from '@portico/rules/workspace/work'
import { type Expression, sql } from 'kysely'
import type { Scope } from '../../identity/rights/scope.ts'
import type { Reader } from '../../platform/db/database.ts'
import type { Cursor } from '../../platform/http/cursor.ts'
import { type SentAppeal, undecidedAppeals, type WorkLine, workIn } from './store.ts'

type Queues = PayloadOf<typeof workspaceQueues>
type QueueQuery = QueryOf<typeof workspaceThreads>

const brandIn = ({ brands }: Scope) => (brands === null ? sql`true` : sql`brand = any(${[...brands]}::text[])`)

/** Open conversations by brand, category and age. */
export async function countOpen(db: Reader, scope: Scope, now: Date): Promise<Queues['queues']> {
  const sinceHours = (age: Age) => new Date(now.getTime() - ages[age] * 60 * 60 * 1000)
  const { rows } = await sql<Omit<Queues['queues'][number], 'newestSince'> & { readonly newestSince: Date }>`
    select brand, category_id as "categoryId", max(waiting_since) as "newestSince",
      case when waiting_since > ${sinceHours('half-day')} then 'hours' when waiting_since > ${sinceHours('day')} then 'half-day'
        when waiting_since > ${sinceHours('days')} then 'day' else 'days' end as age,
      count(*)::int as open,
      (count(*) filter (where assignee_account_id = ${scope.accountId}))::int as mine,
      (count(*) filter (where assignee_account_id is null))::int as unassigned,
      (count(*) filter (where due_at < ${now}))::int as overdue
    from thread_work where state = 'open' and ${brandIn(scope)}
    group by 1, 2, age order by 1, 2, age
  `.execute(db)
  return rows.map((row) => ({ ...row, newestSince: row.newestSince.toISOString() }))
}

/** Counts each combination separately, and only up to `maxSettled`, so that years of resolved conversations cost nothing. */
export async function countSettled(
  db: Reader,
  brands: readonly string[],
  categoryIds: readonly string[],
): Promise<Queues['settled']> {
  const selectCount = (state: 'waiting' | 'resolved') => sql`(
    select count(*)::int from (
      select from thread_work work
      where work.brand = b.brand and work.category_id = c.category_id and work.state = ${state} limit ${maxSettled}
    ) found
  )`
  const { rows } = await sql<Queues['settled'][number]>`
    select * from (
      select b.brand, c.category_id as "categoryId", ${selectCount('waiting')} as waiting, ${selectCount('resolved')} as resolved
      from unnest(${[...brands]}::text[]) b(brand) cross join unnest(${[...categoryIds]}::text[]) c(category_id)
    ) places where waiting + resolved > 0 order by 1, 2
  `.execute(db)
  return rows
}

const isSettled = (view: QueueQuery['view']) => view === 'waiting' || view === 'resolved'

interface Page {
  readonly place: Cursor | null
  readonly now: Date
  readonly max: number
}

/** One page of a queue after a position: open conversations by earliest due time, settled ones by latest change. */
export function listPage(db: Reader, scope: Scope, asked: QueueQuery, { place, now, max }: Page) {
  const isOpen = !isSettled(asked.view)
  const time = isOpen ? sql.ref('work.due_at') : sql.ref('work.changed_at')
  const order = isOpen ? 'asc' : 'desc'
  return narrow(workIn(db, scope), asked, now, scope)
    .where('work.state', '=', asked.view === 'waiting' || asked.view === 'resolved' ? asked.view : 'open')
    .$if(place !== null, (query) => query.where(isBehind(time, place, order)))
    .orderBy(time, order)
    .orderBy('work.thread_id', order)
    .limit(max)
    .execute()
}

/** The same for conversations with an appeal to decide, whatever their state: the appeal that must be decided first comes first. */
export function listAppealed(db: Reader, scope: Scope, asked: QueueQuery, { place, now, max }: Page) {
  const time = sql.ref('appeal.decide_at')
  return narrow(workIn(db, scope), asked, now, scope)
    .innerJoin(undecidedAppeals.as('appeal'), (join) =>
      join.onRef('appeal.member_id', '=', 'work.member_id').onRef('appeal.thread_id', '=', 'work.thread_id'),
    )
    .$if(place !== null, (query) => query.where(isBehind(time, place, 'asc')))
    .orderBy(time)
    .orderBy('work.thread_id')
    .limit(max)
    .execute()
}

const isBehind = (time: Expression<unknown>, place: Cursor | null, order: 'asc' | 'desc') =>
  sql<boolean>`(${time}, work.thread_id) ${sql.raw(order === 'asc' ? '>' : '<')} (${place?.at}::timestamptz, ${place?.id}::uuid)`

/** The time by which a queue is sorted. */
export function findTime(
  row: WorkLine,
  view: QueueQuery['view'],
  appeals: ReadonlyMap<string, SentAppeal>,
): Date | null {
  if (view === 'appeals') return appeals.get(row.thread_id)?.decideAt ?? null
  return isSettled(view) ? row.changed_at : row.due_at
}

function narrow(query: ReturnType<typeof workIn>, asked: QueueQuery, now: Date, { accountId }: Scope) {
  const { view, brand, categoryId, age } = asked
  const span = age === undefined ? null : computeSpan(age, now)
  return query
    .$if(view === 'mine', (one) => one.where('work.assignee_account_id', '=', accountId))
    .$if(view === 'unassigned', (one) => one.where('work.assignee_account_id', 'is', null))
    .$if(view === 'overdue', (one) => one.where('work.due_at', '<', now))
    .$if(brand !== undefined, (one) => one.where('work.brand', '=', brand ?? ''))
    .$if(categoryId !== undefined, (one) => one.where('work.category_id', '=', categoryId ?? ''))
    .$if(span !== null, (one) => one.where('work.waiting_since', '<=', span?.until ?? now))
    .$if(span?.after != null, (one) => one.where('work.waiting_since', '>', span?.after ?? now))
}
