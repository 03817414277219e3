import type { BodyOf } from '@portico/contract/call'
import type { shopComparison } from '@portico/contract/calls/shop'
import type { BrandService } from '../brand/service.ts'
import { CallError } from '../http/call-error.ts'
import type { CallContext } from '../http/context.ts'
import type { FileAnswer } from '../http/file-answer.ts'
import type { Limits } from '../limits/limits.ts'
import type { PdfMaker } from '../pdf/makers.ts'
import { senderOf } from '../pdf/sender.ts'
import { type ComparisonJob, comparisonTexts } from './comparison-document.ts'
import type { Quotes } from './quote.ts'
import type { Territory } from './territory.ts'

export const comparisonThread = new URL('./comparison-thread.ts', import.meta.url)

export type Comparison = (body: BodyOf<typeof shopComparison>, context: CallContext) => Promise<FileAnswer>

/** Plans side by side as a document (SH-6). Throws FIELD-INVALID, NOT-FOUND, TOO-MANY-REQUESTS. */
export function createComparison(parts: {
  readonly brands: BrandService
  readonly limits: Limits
  readonly territory: Territory
  readonly quotes: Quotes
  readonly documents: Pick<PdfMaker<ComparisonJob>, 'make'>
}): Comparison {
  const { brands, limits, territory, quotes, documents } = parts
  return async (body, context) => {
    const { now, origin, language } = context
    const brand = territory.brandOf(body.brand, context)
    const { county } = territory.counties(body.zipCode, body.county)
    if (county === null)
      throw new CallError('FIELD-INVALID', { fields: [{ field: 'county', code: 'select.not-chosen' }] })
    const { planYear, people, market } = body
    const found = await Promise.all(
      [...new Set(body.planIds)].map((planId) => quotes.one({ brand, planYear, planId, county, people })),
    )
    const plans = found.filter((plan) => plan !== null)
    if (plans.length !== found.length) throw new CallError('NOT-FOUND')
    if (!(await limits.reserveRequest('shop', origin.address, now))) throw new CallError('TOO-MANY-REQUESTS')
    const bytes = await documents.make({
      ...{ plans, planYear, county, market, language, now },
      ages: people.map(({ age }) => age),
      sender: senderOf(brands.loaded(brand), language),
    })
    const name = `${comparisonTexts(language)('fileName')}-${planYear}.pdf`
    return { name, type: 'application/pdf', size: bytes.length, inline: false, content: inOnePart(bytes) }
  }
}

async function* inOnePart(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
