import type { BodyOf } from '@portico/contract/call'
import type { exportData } from '@portico/contract/calls/data-export'
import { recordAudit } from '../audit/store.ts'
import type { BrandService } from '../brand/service.ts'
import { easternDay } from '../day.ts'
import type { Database } from '../db/database.ts'
import type { CallContext } from '../http/context.ts'
import type { FileAnswer } from '../http/file-answer.ts'
import type { Principal } from '../http/principal.ts'
import { pdfDocument } from '../pdf/document.ts'
import { reportOf, sayer } from './report.ts'
import { type PersonData, readPersonData } from './store.ts'

type Format = BodyOf<typeof exportData>['format']

export interface DataExports {
  /** Everything that the portal holds about the signed-in person, as a file; the read is audited with it. */
  create(principal: Principal, format: Format, context: CallContext): Promise<FileAnswer>
}

const partBytes = 64 * 1024

export function createDataExports(parts: { readonly database: Database; readonly brands: BrandService }): DataExports {
  const { database, brands } = parts
  return {
    create: async (principal, format, { now, origin, language }) => {
      const { accountId, memberId, brand } = principal
      const data = await database.transaction(async (tx) => {
        const event = { action: 'data.export', recordType: 'account', recordId: accountId, outcome: 'done' } as const
        await recordAudit(tx, { ...event, actor: principal, memberId, origin }, now)
        return readPersonData(tx, { accountId, memberId })
      })
      const say = sayer(language)
      const content = format === 'json' ? jsonOf(data, now) : pdfOf(data)
      return {
        name: `${say('fileName')}-${easternDay(now)}.${format}`,
        type: format === 'json' ? 'application/json' : 'application/pdf',
        size: null,
        inline: false,
        content,
      }

      function pdfOf(read: PersonData): AsyncGenerator<Uint8Array> {
        const brandName = brands.loaded(brand).texts[language].name
        return pdfDocument(reportOf(read, { language, brandName, now }), {
          title: say('title'),
          language,
          createdAt: now,
          footer: (page) => say('page', { page }),
        })
      }
    },
  }
}

async function* jsonOf(data: PersonData, now: Date): AsyncGenerator<Uint8Array> {
  const content = Buffer.from(JSON.stringify({ exportedAt: now.toISOString(), ...data }, null, 2))
  for (let at = 0; at < content.length; at += partBytes) yield content.subarray(at, at + partBytes)
}
