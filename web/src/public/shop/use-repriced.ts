import { shopQuote } from '@portico/contract/calls/shop'
import type { Market } from '@portico/rules/shop/lines'
import { ageOnDay } from '@portico/rules/validation/age'
import { parseDate, toYyyymmdd } from '@portico/rules/validation/date'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { usePage } from '../../base/page-state.tsx'
import type { Basis } from '../../shared/shop-parts/basis.ts'
import type { ApplyForm } from './apply-form.ts'
import type { QuotedPlan } from './types.ts'

/** Someone's age on the first day of coverage, by the date of birth as typed; null while that is no date. */
function computeAge(typed: string, starts: string | null, now: string): number | null {
  // Only the century of a year of two digits depends on today.
  const born = parseDate(typed, { year: Number(now.slice(0, 4)), month: 1, day: 1 })
  if (born === null || starts === null || born.year < 1900) return null
  const age = ageOnDay(toYyyymmdd(born).replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3'), starts)
  return age >= 0 && age <= 120 ? age : null
}

interface Asked {
  readonly market: Market
  readonly basis: Basis
  readonly plan: QuotedPlan
  readonly planYear: number
  readonly starts: string | null
  readonly form: ApplyForm
}

/** The plan's premium for the dates of birth and answers as they stand; null while it is worked out (SH-9). */
export function useRepriced({ market, basis, plan, planYear, starts, form }: Asked): {
  readonly ages: readonly (number | null)[]
  readonly cents: number | null
} {
  const { brand, now } = usePage()
  const ages = basis.people.map((_, at) => computeAge(form.values[`dateOfBirth-${at}`] ?? '', starts, now))
  const people = basis.people.map(({ age }, at) => ({
    age: ages[at] ?? age,
    tobacco: form.values[`tobacco-${at}`] === 'yes',
  }))
  const isSame = JSON.stringify(people) === JSON.stringify(basis.people)
  const { value, failed } = useLoaded(
    async (signal) => {
      const body = { ...basis, people, market, brand: brand.code, planYear }
      const { plans } = await api.call(shopQuote, { body, signal })
      return plans.find(({ planId }) => planId === plan.planId)?.premiumCents ?? null
    },
    { key: JSON.stringify([people, planYear, plan.planId]), wanted: !isSame },
  )
  return { ages, cents: isSame || failed ? plan.premiumCents : value }
}
