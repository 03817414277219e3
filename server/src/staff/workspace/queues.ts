import type { PayloadOf, QueryOf } from '@portico/contract/call'
import type { workspaceQueues, workspaceThreads } from '@portico/contract/calls/workspace'
import { type Age, ages, computeSpan, maxSettled } from '@portico/rules/workspace/work'
import { sql } from 'kysely'
import type { BrandService } from '../../brands/brand/service.ts'
import { requireDeskScope, type Scope, worksFor } from '../../identity/rights/scope.ts'
import type { AttachmentService } from '../../messages/attachments/service.ts'
import type { MessageTopics } from '../../messages/messages/topics.ts'
import { readAudited } from '../../platform/audit/reads.ts'
import type { Database, Reader } from '../../platform/db/database.ts'
import type { CallContext } from '../../platform/http/context.ts'
import { cursorText, parseCursor } from '../../platform/http/cursor.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { auditStaff } from './audit-staff.ts'
import { buildLine } from './lines.ts'
import { appealSentAt, hasAppeal, workIn } from './store.ts'

type Queues = PayloadOf<typeof workspaceQueues>
type Page = PayloadOf<typeof workspaceThreads>
type QueueQuery = QueryOf<typeof workspaceThreads>

export const pageSize = 25

export interface QueueParts {
  readonly database: Database
  readonly topics: MessageTopics
  readonly brands: BrandService
  readonly attachments: AttachmentService
}

/** Waiting conversations of the brands that a member of staff works for. */
export async function readQueues(
  parts: QueueParts,
  { principal, language, now }: CallContext<Principal>,
): Promise<Queues> {
  const { database, topics, brands, attachments } = parts
  const scope = await requireDeskScope(database.read, principal)
  const codes = brands.all.map(({ brand }) => brand.code).filter((code) => worksFor(scope, code))
  const categories = topics.all(language)
  const queues = await countOpen(database.read, scope, now)
  return {
    me: { accountId: scope.accountId, name: scope.name, supervisor: scope.supervisor },
    brands: codes.map((code) => ({ code, name: brands.requireLoaded(code).texts[language].name })),
    categories,
    queues,
    scanner: attachments.scanner(),
    settled: await countSettled(
      database.read,
      codes,
      categories.map(({ categoryId }) => categoryId),
    ),
  }
}

const brandIn = ({ brands }: Scope) => (brands === null ? sql`true` : sql`brand = any(${[...brands]}::text[])`)

async function countOpen(db: Reader, scope: Scope, now: Date): Promise<Queues['queues']> {
  const sinceHours = (age: Age) => new Date(now.getTime() - ages[age] * 60 * 60 * 1000)
  const { rows } = await sql<Queues['queues'][number]>`
    select brand, category_id as "categoryId",
      case when waiting_since > ${sinceHours('half-day')} then 'hours' when waiting_since > ${sinceHours('day')} then 'half-day'
        when waiting_since > ${sinceHours('days')} then 'day' else 'days' end as age,
      count(*)::int as open,
      (count(*) filter (where assignee_account_id = ${scope.accountId}))::int as mine,
      (count(*) filter (where assignee_account_id is null))::int as unassigned,
      (count(*) filter (where due_at < ${now}))::int as overdue
    from thread_work where state = 'open' and ${brandIn(scope)}
    group by 1, 2, 3 order by 1, 2, 3
  `.execute(db)
  return rows
}

/** Counts each combination separately, and only up to `maxSettled`, so that years of resolved conversations cost nothing. */
async function countSettled(
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

/** One page of a queue, with the earliest due first. */
export function listQueue(parts: QueueParts, context: CallContext<Principal>, asked: QueueQuery): Promise<Page> {
  const { database, topics } = parts
  const place = parseCursor('after', asked.after)
  return readAudited(database, async (tx) => {
    const scope = await requireDeskScope(tx, context.principal)
    const isAppeals = asked.view === 'appeals'
    const isOpen = asked.view !== 'waiting' && asked.view !== 'resolved'
    const time = isAppeals ? appealSentAt : isOpen ? sql.ref('work.due_at') : sql.ref('work.changed_at')
    const rows = await narrow(workIn(tx, scope), asked, context.now, scope)
      .$if(place !== null, (query) =>
        query.where(
          isOpen
            ? sql<boolean>`(${time}, work.thread_id) > (${place?.at}::timestamptz, ${place?.id}::uuid)`
            : sql<boolean>`(${time}, work.thread_id) < (${place?.at}::timestamptz, ${place?.id}::uuid)`,
        ),
      )
      .orderBy(time, isOpen ? 'asc' : 'desc')
      .orderBy('work.thread_id', isOpen ? 'asc' : 'desc')
      .limit(pageSize + 1)
      .execute()
    await auditStaff(tx, context, 'list', [{ list: asked.view }])
    const shown = rows.slice(0, pageSize)
    const last = shown.at(-1)
    const at = last && (isAppeals ? last.appeal_sent_at : isOpen ? last.due_at : last.changed_at)
    return {
      threads: shown.map((row) => buildLine(row, topics, context.language)),
      next: rows.length > pageSize && at ? cursorText({ at, id: last.thread_id }) : null,
    }
  })
}

function narrow(query: ReturnType<typeof workIn>, asked: QueueQuery, now: Date, { accountId }: Scope) {
  const { view, brand, categoryId, age } = asked
  const span = age === undefined ? null : computeSpan(age, now)
  return query
    .$if(view === 'appeals', (one) => one.where(hasAppeal))
    .$if(view !== 'appeals', (one) =>
      one.where('work.state', '=', view === 'waiting' || view === 'resolved' ? view : 'open'),
    )
    .$if(view === 'mine', (one) => one.where('work.assignee_account_id', '=', accountId))
    .$if(view === 'unassigned', (one) => one.where('work.assignee_account_id', 'is', null))
    .$if(view === 'overdue', (one) => one.where('work.due_at', '<', now))
    .$if(brand !== undefined, (one) => one.where('work.brand', '=', brand ?? ''))
    .$if(categoryId !== undefined, (one) => one.where('work.category_id', '=', categoryId ?? ''))
    .$if(span !== null, (one) => one.where('work.waiting_since', '<=', span?.until ?? now))
    .$if(span?.after != null, (one) => one.where('work.waiting_since', '>', span?.after ?? now))
}
