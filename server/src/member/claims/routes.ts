import { claimEob, exportClaims, listClaims, openClaim, searchClaims } from '@portico/contract/calls/claims'
import type { Sessions } from '../../identity/sessions/sessions.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { about } from '../../platform/http/recorded.ts'
import { claimsCsv } from './csv.ts'
import { csvColumns, csvName } from './csv-columns.ts'
import type { Eobs } from './eob-service.ts'
import { claimScope, findReader } from './people.ts'
import { readClaimDetail, readClaims, withPerson } from './service.ts'

/** A member's claims (MP-3, MP-4, MP-6). */
export function bindClaims(
  binder: Binder,
  { database, sessions, eobs }: { readonly database: Database; readonly sessions: Sessions; readonly eobs: Eobs },
): void {
  binder.bind(listClaims, ({ principal, query }, context) =>
    readClaims({ database, sessions }, principal, query, context),
  )

  binder.bind(searchClaims, ({ principal, body }, context) =>
    readClaims({ database, sessions }, principal, body, context),
  )

  binder.bind(openClaim, readClaimDetail)

  binder.bind(claimEob, eobs.create)

  binder.bind(exportClaims, {
    handle: async ({ principal, body: { memberId } }, { now }, tx) =>
      about(principal.memberId, withPerson(await claimScope(tx, principal, now), memberId)),
    finish: async (scope, { principal, body }, { language, now }) => ({
      name: csvName(language, now),
      type: 'text/csv; charset=utf-8',
      size: null,
      inline: false,
      content: claimsCsv(database, scope, { filter: body, order: body }, csvColumns(language, findReader(principal))),
    }),
  })
}
