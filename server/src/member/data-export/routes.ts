import { setImmediate } from 'node:timers/promises'
import type { BodyOf } from '@portico/contract/call'
import { exportData } from '@portico/contract/calls/data-export'
import { buildSender } from '../../brands/brand/sender.ts'
import type { BrandService } from '../../brands/brand/service.ts'
import { readAudited } from '../../platform/audit/reads.ts'
import { audit } from '../../platform/audit/store.ts'
import { easternDay } from '../../platform/day.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { Principal } from '../../platform/http/principal.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import { createTurns } from '../../platform/limits/turns.ts'
import type { PdfMaker } from '../../platform/pdf/makers.ts'
import { jsonParts } from './json-parts.ts'
import type { ReportJob } from './report.ts'
import { reportTexts } from './report-words.ts'
import { readAgencyNames, readAppNames, readLineNames, readPersonData } from './store.ts'

type Format = BodyOf<typeof exportData>['format']

const partCharacters = 64 * 1024

export const reportThread = new URL('./report-thread.ts', import.meta.url)

/**
 * Everything that the portal holds about the signed-in person, as a file; the read is audited in its transaction. Refused after a few in an
 * hour, and while another one is being made for the same account.
 */
export function bindDataExport(
  binder: Binder,
  parts: {
    readonly database: Database
    readonly brands: BrandService
    readonly limits: Limits
    readonly reports: PdfMaker<ReportJob>
  },
): void {
  const { database, brands, limits, reports } = parts
  const turns = createTurns()
  binder.bind(exportData, ({ principal, body }, context) =>
    turns.alone(principal.accountId, () => make(principal, body.format, context)),
  )

  async function make(principal: Principal, format: Format, { now, origin, language }: CallContext) {
    const { accountId, memberId, brand } = principal
    limits.tidy(now)
    if (!(await limits.reserveExport(accountId, now))) throw new CallError('TOO-MANY-REQUESTS')
    const { data, ...names } = await readAudited(database, async (tx) => {
      await audit(tx, principal, { action: 'data.export' }, { origin, now })
      const read = await readPersonData(tx, { accountId, memberId })
      return {
        data: read,
        agencyNames: await readAgencyNames(tx, read),
        appNames: await readAppNames(tx, read),
        lineNames: await readLineNames(tx, memberId, read),
      }
    })
    const file = { name: `${reportTexts(language)('fileName')}-${easternDay(now)}.${format}`, inline: false }
    if (format === 'json') {
      const content = inParts(jsonParts({ exportedAt: now, ...data }))
      return { ...file, type: 'application/json', size: null, content }
    }
    const sender = buildSender(brands.requireLoaded(brand), language)
    const report = await reports.make({ data, ...names, language, sender, now })
    return { ...file, type: 'application/pdf', size: report.length, content: inParts([report]) }
  }
}

/** Joins texts to parts of a certain size; other work of the process gets its turn between them. */
async function* inParts(pieces: Iterable<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  let part = ''
  for (const piece of pieces) {
    if (typeof piece !== 'string') yield piece
    else part += piece
    if (part.length < partCharacters) continue
    yield Buffer.from(part)
    part = ''
    await setImmediate()
  }
  if (part !== '') yield Buffer.from(part)
}
