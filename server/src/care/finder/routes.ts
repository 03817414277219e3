import * as calls from '@portico/contract/calls/finder'
import { primaryCare } from '@portico/contract/calls/primary-care'
import { toPrinted } from '@portico/rules/languages/list'
import { buildSender } from '../../brands/brand/sender.ts'
import type { BrandService } from '../../brands/brand/service.ts'
import type { ZipTable } from '../../brands/zip/table.ts'
import { easternDay } from '../../platform/day.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { CallError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import { createTurns } from '../../platform/limits/turns.ts'
import type { JobThreads } from '../../platform/threads/job-threads.ts'
import type { ListJob } from './list-document.ts'
import type { MemberFinderParts } from './member-parts.ts'
import { showOwnDirectory } from './own-directory.ts'
import { choosePrimaryCare, keepProvider, readPrimaryCare, sendSaved } from './own-providers.ts'
import { createPlaces } from './places.ts'
import { recordProviderShown } from './record-shown.ts'
import { reportError } from './report-provider.ts'
import { search } from './search.ts'
import { nearestStores, readSome, suggest } from './service.ts'
import { listReports, settle } from './staff.ts'
import { finderTexts } from './texts.ts'

export const listThread = new URL('./list-thread.ts', import.meta.url)

export interface FinderParts extends MemberFinderParts {
  readonly brands: BrandService
  readonly zips: ZipTable
  readonly documents: JobThreads<ListJob>
}

/** The provider directory (MP-22 to MP-25, MP-27): open to anyone, except for a member's own part. */
export function bindFinder(binder: Binder, parts: FinderParts): void {
  const { database, brands, zips, documents, limits } = parts
  const places = createPlaces(zips)
  const turns = createTurns()
  const about = ({ language, now }: CallContext) => ({ places, language, now })
  /** An answer reads a single snapshot: if the directory is replaced meanwhile, the answer is all old or all new. */
  const runRead = <T>(brand: string, work: (tx: Tx) => Promise<T>): Promise<T> => {
    if (!brands.all.some((one) => one.brand.code === brand)) throw new CallError('NOT-FOUND')
    return database.snapshot(work)
  }

  binder.bind(calls.findProviders, async ({ body }, context) =>
    runRead(body.brand, (tx) => search(tx, body, about(context))),
  )
  binder.bind(calls.suggestProviders, async ({ body }, context) =>
    runRead(body.brand, (tx) => suggest(tx, body, about(context))),
  )
  binder.bind(calls.readProvider, async ({ body }, context) => {
    const found = await runRead(body.brand, (tx) => readSome(tx, body, about(context)))
    if (found.entries.length === 0) throw new CallError('NOT-FOUND')
    return found
  })
  binder.bind(calls.storesNear, async ({ body }, context) => ({
    stores: await runRead(body.brand, (tx) => nearestStores(tx, body, about(context))),
  }))

  binder.bind(calls.memberFinder, ({ principal }, context, tx) => showOwnDirectory(tx, principal, context))
  binder.bind(calls.saveProvider, keepProvider)
  binder.bind(primaryCare, readPrimaryCare)
  binder.bind(calls.choosePrimaryCare, choosePrimaryCare)
  binder.bind(calls.recordShown, recordProviderShown)
  binder.bind(calls.reportProvider, reportError(parts))
  binder.bind(calls.sendSavedProviders, sendSaved(parts))

  binder.bind(calls.printProviders, {
    around: ({ principal }, _context, run) => turns.alone(principal.accountId, run),
    prepare: async ({ principal, body }, context) => {
      const language = toPrinted(context.language)
      // The directory of the member's own plan, whatever the page says.
      const asked = { ...body, brand: principal.brand }
      const found = await runRead(asked.brand, (tx) => readSome(tx, asked, about({ ...context, language })))
      if (found.entries.length === 0) throw new CallError('NOT-FOUND')
      if (!(await limits.reserveEob(principal.accountId, context.now))) throw new CallError('TOO-MANY-REQUESTS')
      return { ...found, language }
    },
    handle: async (_input, _context, _tx, found) => found,
    finish: async ({ entries, more, language }, { principal }, { now }) => {
      const loaded = brands.requireLoaded(principal.brand)
      const { name: brandName } = loaded.texts[language]
      const sender = buildSender(loaded, language)
      const bytes = await documents.make({ entries, more, brandName, sender, language, now })
      const name = `${finderTexts(language)('document.fileName')}-${easternDay(now)}.pdf`
      return { name, type: 'application/pdf', size: bytes.length, inline: false, content: once(bytes) }
    },
  })

  binder.bind(calls.directoryReports, listReports)
  binder.bind(calls.settleReport, settle)
}

async function* once(bytes: Uint8Array) {
  yield bytes
}
