import type { BodyOf } from '@portico/contract/call'
import { shopComparison, shopPlanFile } from '@portico/contract/calls/shop'
import { toPrinted } from '@portico/rules/languages/list'
import { pricePlan } from '@portico/rules/shop/price-plan'
import { findExchange } from '@portico/rules/shop/state-help'
import { buildSender } from '../../brands/brand/sender.ts'
import type { BrandService } from '../../brands/brand/service.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { CallError, fieldError } from '../../platform/http/call-error.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { FileAnswer } from '../../platform/http/file-answer.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import { pdfFile } from '../../platform/pdf/file.ts'
import type { JobThreads } from '../../platform/threads/job-threads.ts'
import type { PlanCare } from './care.ts'
import type { ComparedPlan, ComparisonJob } from './comparison-document.ts'
import { shopTexts } from './document-texts.ts'
import type { PlanJob } from './plan-document.ts'
import type { Quotes } from './quote.ts'
import type { Territory } from './territory.ts'

export const shopThread = new URL('./document-thread.ts', import.meta.url)

export type ShopJob = ComparisonJob | PlanJob

/** Documents of the shop: plans side by side (SH-6), and what a single plan pays (SH-3). */
export function bindShopDocuments(
  binder: Binder,
  parts: {
    readonly brands: BrandService
    readonly limits: Limits
    readonly territory: Territory
    readonly quotes: Quotes
    readonly care: Pick<PlanCare, 'nameCare' | 'standings'>
    readonly documents: Pick<JobThreads<ShopJob>, 'make'>
  },
): void {
  const { brands, limits, territory, quotes, care, documents } = parts
  /** How plans cover these doctors and drugs; null: none are given. */
  const buildCare = async (
    { care: asked, planIds, planYear }: BodyOf<typeof shopComparison>,
    brand: string,
    context: CallContext,
  ): Promise<ComparisonJob['care']> => {
    const named = asked === undefined ? { doctors: [], drugs: [] } : await care.nameCare(brand, asked)
    if (named.doctors.length + named.drugs.length === 0) return null
    const providerIds = named.doctors.map(({ providerId }) => providerId)
    const drugIds = named.drugs.map(({ drugId }) => drugId)
    const { plans } = await care.standings({ brand, planYear, planIds, providerIds, drugIds }, context)
    return { ...named, plans }
  }
  const makeFile = async (job: ShopJob, name: string, { origin }: CallContext): Promise<FileAnswer> => {
    if (!(await limits.reserveRequest('shop', origin.address, job.now))) throw new CallError('TOO-MANY-REQUESTS')
    const bytes = await documents.make(job)
    return pdfFile(name, bytes)
  }
  binder.bind(shopComparison, async ({ body }, context) => {
    const { now } = context
    const language = toPrinted(context.language)
    const brand = territory.findBrand(body.brand, context)
    const { county } = territory.counties(body.zipCode, body.county)
    if (county === null) throw fieldError('county', 'select.not-chosen')
    const { planYear, people, market, income } = body
    const plans = await Promise.all(
      [...new Set(body.planIds)].map(async (planId): Promise<ComparedPlan> => {
        const quoted = await quotes.one({ brand, planYear, planId, county, people, income })
        if (quoted === null) throw new CallError('NOT-FOUND')
        const { benefits, reduced } = await quotes.plan(planId, planYear, brand, context)
        const plan = pricePlan(quoted, body.withCredit)
        return {
          ...plan,
          benefits: reduced.find(({ reduction }) => reduction === plan.reduction)?.benefits ?? benefits,
        }
      }),
    )
    const creditFrom = plans.some(({ creditCents }) => creditCents > 0) ? findExchange(county.state).name : null
    const ages = people.map(({ age }) => age)
    const sender = buildSender(brands.requireLoaded(brand), language)
    const common = { planYear, county, market, language, now, ages, sender }
    const covered = await buildCare(body, brand, context)
    return makeFile(
      { kind: 'comparison', ...common, plans, creditFrom, care: covered },
      `${shopTexts(language)('fileName')}-${planYear}.pdf`,
      context,
    )
  })

  binder.bind(shopPlanFile, async ({ params: { planId }, query: { brand: named, planYear } }, context) => {
    const { now } = context
    const language = toPrinted(context.language)
    const plan = await quotes.plan(planId, Number(planYear), named, context)
    const sender = buildSender(brands.requireLoaded(territory.findBrand(named, context)), language)
    const name = `${shopTexts(language)('summary-file')}-${planYear}.pdf`
    return makeFile({ kind: 'plan', plan, sender, language, now }, name, context)
  })
}
