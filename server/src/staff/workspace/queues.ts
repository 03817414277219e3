import type { PayloadOf } from '@portico/contract/call'
import type { workspaceQueues, workspaceThreads } from '@portico/contract/calls/workspace'
import type { BrandService } from '../../brands/brand/service.ts'
import { requireDeskScope, worksFor } from '../../identity/rights/scope.ts'
import type { AttachmentService } from '../../messages/attachments/service.ts'
import type { MessageTopics } from '../../messages/messages/topics.ts'
import type { Database } from '../../platform/db/database.ts'
import type { CallContext } from '../../platform/http/context.ts'
import { cursorText, parseCursor } from '../../platform/http/cursor.ts'
import type { Principal } from '../../platform/http/principal.ts'
import { about } from '../../platform/http/recorded.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { buildLine } from './lines.ts'
import { countOpen, countSettled, findTime, listAppealed, listPage } from './queue-store.ts'
import { readAppeals } from './store.ts'

type Queues = PayloadOf<typeof workspaceQueues>

export const pageSize = 25

export interface QueueParts {
  readonly database: Database
  readonly topics: MessageTopics
  readonly brands: BrandService
  readonly attachments: AttachmentService
}

/** Waiting conversations of the brands that a staff member works for. */
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

/** One page of a queue, earliest due first. */
export const listQueue =
  ({ topics }: QueueParts): AuditedHandler<typeof workspaceThreads> =>
  async ({ query: asked }, context, tx) => {
    const place = parseCursor('after', asked.after)
    const scope = await requireDeskScope(tx, context.principal)
    const list = asked.view === 'appeals' ? listAppealed : listPage
    const rows = await list(tx, scope, asked, { place, now: context.now, max: pageSize + 1 })
    const shown = rows.slice(0, pageSize)
    const appeals = await readAppeals(tx, shown)
    const last = shown.at(-1)
    const at = last && findTime(last, asked.view, appeals)
    const found = {
      threads: shown.map((row) => buildLine(row, appeals, topics, context.language)),
      next: rows.length > pageSize && at ? cursorText({ at, id: last.thread_id }) : null,
    }
    return about(asked.view, found, { memberId: null })
  }
