import type { Language } from '@portico/rules/languages/list'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../platform/db/database.ts'
import { fillLine, text } from '../../platform/html.ts'
import { documentTexts, readTexts } from '../../platform/texts.ts'
import type { BrandService } from '../brand/service.ts'
import { type Checked, readChecked } from './offered.ts'
import en from './texts/en.json' with { type: 'json' }

const texts = documentTexts(readTexts(en, import.meta.dirname))

/** The note on a machine-translated language, in it and in English; null: people have reviewed the texts (LG-4). */
export function sayChecked(
  language: Language,
  checked: Checked,
): { readonly own: string; readonly english: string } | null {
  return checked === 'checked' ? null : { own: texts(language)(checked), english: texts('en')(checked) }
}

/**
 * Fills in that note on single-document pages, which have a place for it: the approvals of their host's brand decide, even on pages
 * without a brand of their own.
 */
export function sayCheckedOnPages(
  app: FastifyInstance,
  { database, brands }: { readonly database: Pick<Database, 'read'>; readonly brands: BrandService },
): void {
  app.addHook('onSend', async ({ host, cookies }, reply, payload) => {
    const isPage = String(reply.getHeader('content-type')).startsWith('text/html')
    if (!isPage || typeof payload !== 'string') return payload
    return fillLine(payload, async (language, brand) => {
      const code = brand ?? brands.at({ host, cookies }).code
      const said = sayChecked(language, await readChecked(database.read, code, language))
      return said && `<p role="note">${text(said.own)} <span lang="en" dir="ltr">${text(said.english)}</span></p>`
    })
  })
}
