import type { BodyOf, PayloadOf } from '@portico/contract/call'
import type { addCannedReply, cannedReplies } from '@portico/contract/calls/canned-replies'
import { everyBrand } from '@portico/rules/brand/every'
import { unknownVariables } from '@portico/rules/workspace/canned-reply'
import type { Selectable } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { audit } from '../audit/store.ts'
import type { BrandService } from '../brand/service.ts'
import type { Database, Tx } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import type { Asking } from '../http/asking.ts'
import { CallError } from '../http/call-error.ts'
import { requireSupervisor, type Scope, scopeOf, worksFor } from './scope.ts'

type Reply = PayloadOf<typeof addCannedReply>
type Fields = BodyOf<typeof addCannedReply>

/** Canned replies (MC-6): everyone reads those of their brands and of every brand, supervisors change those of theirs. */
export interface CannedReplies {
  list(asking: Asking): Promise<PayloadOf<typeof cannedReplies>>
  add(asking: Asking, fields: Fields): Promise<Reply>
  change(asking: Asking, replyId: string, fields: Fields): Promise<Reply>
  remove(asking: Asking, replyId: string): Promise<{ removed: boolean }>
}

export function createCannedReplies(parts: {
  readonly database: Database
  readonly brands: BrandService
}): CannedReplies {
  const { database, brands } = parts
  return {
    list: async ({ principal }) => {
      const scope = await scopeOf(database.read, principal)
      const rows = await database.read
        .selectFrom('canned_reply')
        .selectAll()
        .$if(scope.brands !== null, (query) => query.where('brand', 'in', [everyBrand, ...(scope.brands ?? [])]))
        .orderBy('title')
        .orderBy('reply_id')
        .execute()
      return { replies: rows.map((row) => replyOf(row, scope)) }
    },

    add: (asking, fields) =>
      supervising(asking, async (tx, scope) => {
        check(scope, fields)
        const row = rowOf(uuidv7(), fields, asking.now)
        await tx.insertInto('canned_reply').values(row).execute()
        await record(tx, asking, 'add', row.reply_id)
        return replyOf(row, scope)
      }),

    change: (asking, replyId, fields) =>
      supervising(asking, async (tx, scope) => {
        await requireEditable(tx, scope, replyId)
        check(scope, fields)
        const row = rowOf(replyId.toLowerCase(), fields, asking.now)
        const { reply_id: _id, ...changing } = row
        await tx.updateTable('canned_reply').set(changing).where('reply_id', '=', replyId).execute()
        await record(tx, asking, 'change', row.reply_id)
        return replyOf(row, scope)
      }),

    remove: (asking, replyId) =>
      supervising(asking, async (tx, scope) => {
        await requireEditable(tx, scope, replyId)
        await tx.deleteFrom('canned_reply').where('reply_id', '=', replyId).execute()
        await record(tx, asking, 'remove', replyId.toLowerCase())
        return { removed: true }
      }),
  }

  function supervising<T>(asking: Asking, work: (tx: Tx, scope: Scope) => Promise<T>): Promise<T> {
    return database.transaction(async (tx) => {
      const scope = await scopeOf(tx, asking.principal)
      requireSupervisor(scope)
      return work(tx, scope)
    })
  }

  function check(scope: Scope, { brand, text }: Fields): void {
    const isOwn = brand === everyBrand ? scope.brands === null : brands.all.some((one) => one.brand.code === brand)
    const fields = [
      ...(isOwn && mayEdit(scope, brand) ? [] : [{ field: 'brand', code: 'select.not-chosen' }]),
      ...(unknownVariables(text).length === 0 ? [] : [{ field: 'text', code: 'reply.variable-unknown' }]),
    ]
    if (fields.length > 0) throw new CallError('FIELD-INVALID', { fields })
  }
}

/** What is for every brand is for those to change who supervise every brand. */
function mayEdit(scope: Scope, brand: string): boolean {
  return scope.supervisor && (brand === everyBrand ? scope.brands === null : worksFor(scope, brand))
}

/** Throws NOT-FOUND for one of another brand, as for one that there is not. */
async function requireEditable(tx: Tx, scope: Scope, replyId: string): Promise<void> {
  const row = await tx.selectFrom('canned_reply').select('brand').where('reply_id', '=', replyId).executeTakeFirst()
  if (row === undefined || !mayEdit(scope, row.brand)) throw new CallError('NOT-FOUND')
}

function rowOf(replyId: string, { brand, language, title, text }: Fields, now: Date) {
  return { reply_id: replyId, brand, language, title, body: text, changed_at: now }
}

function replyOf(row: Omit<Selectable<Tables['canned_reply']>, 'changed_at'>, scope: Scope): Reply {
  const { reply_id: replyId, brand, language, title, body: text } = row
  return { replyId, brand, language, title, text, editable: mayEdit(scope, brand) }
}

function record(tx: Tx, asking: Asking, action: string, replyId: string): Promise<void> {
  const event = { action: `canned-reply.${action}`, recordType: 'canned-reply', recordId: replyId, memberId: null }
  return audit(tx, asking.principal, event, asking)
}
