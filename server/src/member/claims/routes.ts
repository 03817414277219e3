import { claimEob, exportClaims, listClaims, openClaim, searchClaims } from '@portico/contract/calls/claims'
import type { Sessions } from '../../identity/sessions/sessions.ts'
import { readAudited } from '../../platform/audit/reads.ts'
import { audit } from '../../platform/audit/store.ts'
import { type Database, runIn } from '../../platform/db/database.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { claimsCsv } from './csv.ts'
import { csvColumns, csvName } from './csv-columns.ts'
import type { Eobs } from './eob-service.ts'
import { claimScope } from './people.ts'
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

  binder.bind(openClaim, ({ principal, params }, context) =>
    readClaimDetail(database, principal, params.claimId, context),
  )

  binder.bind(claimEob, ({ principal, params, query }, context) =>
    eobs.create(principal, params.claimId, query.language ?? context.language, context),
  )

  binder.bind(exportClaims, async ({ principal, body }, { origin, now, language }) => {
    const { memberId } = principal
    const scope = await readAudited(database, async (tx) => {
      await audit(tx, principal, { action: 'claims.export', recordType: 'member', recordId: memberId }, { origin, now })
      return withPerson(await claimScope(runIn(tx), principal, now), body.memberId)
    })
    return {
      name: csvName(language, now),
      type: 'text/csv; charset=utf-8',
      size: null,
      inline: false,
      content: claimsCsv(database, scope, { filter: body, order: body }, csvColumns(language)),
    }
  })
}
