import { setImmediate } from 'node:timers/promises'
import { exportData } from '@portico/contract/calls/data-export'
import { toPrinted } from '@portico/rules/languages/list'
import { buildSender } from '../../brands/brand/sender.ts'
import type { BrandService } from '../../brands/brand/service.ts'
import { easternDay } from '../../platform/day.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import { createTurns } from '../../platform/limits/turns.ts'
import type { JobThreads } from '../../platform/threads/job-threads.ts'
import { jsonParts } from './json-parts.ts'
import type { ReportJob } from './report.ts'
import { reportTexts } from './report-words.ts'
import { readAgencyNames, readAppNames, readLineNames, readPersonData } from './store.ts'

const partCharacters = 64 * 1024

export const reportThread = new URL('./report-thread.ts', import.meta.url)

/**
 * Everything that the portal holds about the signed-in person, as a file; refused after a few in an hour, and while another one is
 * being made for the same account.
 */
export function bindDataExport(
  binder: Binder,
  parts: {
    readonly brands: BrandService
    readonly limits: Limits
    readonly reports: JobThreads<ReportJob>
  },
): void {
  const { brands, limits, reports } = parts
  const turns = createTurns()
  binder.bind(exportData, {
    around: ({ principal }, _context, run) => turns.alone(principal.accountId, run),
    prepare: async ({ principal: { accountId } }, { now }) => {
      limits.tidy(now)
      if (!(await limits.reserveExport(accountId, now))) throw new CallError('TOO-MANY-REQUESTS')
    },
    handle: async ({ principal: { accountId, memberId } }, _context, tx) => {
      const data = await readPersonData(tx, { accountId, memberId })
      return {
        data,
        agencyNames: await readAgencyNames(tx, data),
        appNames: await readAppNames(tx, data),
        lineNames: await readLineNames(tx, memberId, data),
      }
    },
    finish: async ({ data, ...names }, { principal, body: { format } }, { now, ...called }) => {
      const language = toPrinted(called.language)
      const file = { name: `${reportTexts(language)('fileName')}-${easternDay(now)}.${format}`, inline: false }
      if (format === 'json') {
        const content = inParts(jsonParts({ exportedAt: now, ...data }))
        return { ...file, type: 'application/json', size: null, content }
      }
      const sender = buildSender(brands.requireLoaded(principal.brand), language)
      const report = await reports.make({ data, ...names, language, sender, now })
      return { ...file, type: 'application/pdf', size: report.length, content: inParts([report]) }
    },
  })
}

/** Joins texts into parts of a certain size, and yields to the event loop between them. */
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
