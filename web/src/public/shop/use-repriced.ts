import { shopQuote } from '@portico/contract/calls/shop'
import type { Market } from '@portico/rules/shop/lines'
import { CATASTROPHIC_UNDER } from '@portico/rules/shop/rating'
import { ageOnDay } from '@portico/rules/validation/age'
import { parseDate, toYyyymmdd } from '@portico/rules/validation/date'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { usePage } from '../../base/page-state.tsx'
import type { Basis } from '../../shared/shop-parts/basis.ts'
import type { Person } from './kept-people.ts'
import type { QuotedPlan } from './types.ts'

/** A person's age on the first day of coverage, by the date of birth as typed; null if it is not a date yet. */
function computeAge(typed: string, starts: string | null, now: string): number | null {
  // Only the century of a year of two digits depends on today.
  const born = parseDate(typed, { year: Number(now.slice(0, 4)), month: 1, day: 1 })
  if (born === null || starts === null || born.year < 1900) return null
  const age = ageOnDay(toYyyymmdd(born).replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3'), starts)
  return age >= 0 && age <= 120 ? age : null
}

/** A person's age on the first day of coverage, or else as entered; null: not known yet. */
export function findPersonAge({ age, dateOfBirth }: Person, starts: string | null, now: string): number | null {
  return computeAge(dateOfBirth, starts, now) ?? (age === '' ? null : Number(age))
}

/** The plan's price for the listed people. `of` are their positions. */
export type Repriced =
  | { readonly kind: 'priced'; readonly cents: number }
  | { readonly kind: 'asking' | 'failed' }
  /** Some people's ages are not known yet. */
  | { readonly kind: 'waiting'; readonly of: readonly number[] }
  /**
   * It is not sold to all of them. `of`: the people who are the reason, as far as known; `young`: they are too old for a plan for young
   * people.
   */
  | { readonly kind: 'unsold'; readonly of: readonly number[]; readonly why: 'young' | 'rate' | 'unknown' }

interface Asked {
  readonly market: Market
  readonly basis: Basis
  readonly plan: QuotedPlan
  readonly planYear: number
  readonly starts: string | null
  readonly people: readonly Person[]
}

/** The plan's premium for the present people, dates of birth and answers, recalculated in place (SH-9). */
export function useRepriced({ market, basis, plan, planYear, starts, people }: Asked): {
  /** By the dates of birth. */
  readonly ages: readonly (number | null)[]
  /** The people whose ages are known, as the shop asks for them. */
  readonly known: Basis['people']
  readonly price: Repriced
  /** Recalculates it, whether or not anything has changed here. */
  readonly reprice: () => void
} {
  const { brand, now } = usePage()
  const [isAnew, setAnew] = useState(false)
  const listed = people.map((person) => ({
    age: findPersonAge(person, starts, now),
    tobacco: person.tobacco === 'yes',
  }))
  const known = listed.flatMap(({ age, tobacco }) => (age === null ? [] : { age, tobacco }))
  const isSame = JSON.stringify(listed) === JSON.stringify(basis.people) && !isAnew
  const isComplete = known.length === listed.length
  const { value, failed, loading, reload } = useLoaded(
    async (signal) => {
      const { plans } = await api.call(shopQuote, {
        body: { ...basis, people: known, market, brand: brand.code, planYear },
        signal,
      })
      return { plan: plans.find(({ planId }) => planId === plan.planId) ?? null }
    },
    { key: JSON.stringify([known, planYear, plan.planId]), wanted: isComplete && !isSame },
  )
  const findPrice = (): Repriced => {
    if (!isComplete) return { kind: 'waiting', of: findPlaces(listed, ({ age }) => age === null) }
    if (isSame) return judgePrice(plan, plan, listed)
    if (failed) return { kind: 'failed' }
    return value === null || (isAnew && loading) ? { kind: 'asking' } : judgePrice(plan, value.plan, listed)
  }
  return {
    ages: people.map(({ dateOfBirth }) => computeAge(dateOfBirth, starts, now)),
    known,
    price: findPrice(),
    reprice: () => {
      setAnew(true)
      reload()
    },
  }
}

type Listed = readonly { readonly age: number | null }[]

/** What a quote says about a plan; `quoted` is null if the plan is not sold to these people. */
export function judgePrice(
  { metal }: Pick<QuotedPlan, 'metal'>,
  quoted: Pick<QuotedPlan, 'premiumCents' | 'unrated'> | null,
  listed: Listed,
): Repriced {
  if (quoted === null) {
    const old = metal === 'catastrophic' ? findPlaces(listed, ({ age }) => (age ?? 0) >= CATASTROPHIC_UNDER) : []
    return { kind: 'unsold', of: old, why: old.length > 0 ? 'young' : 'unknown' }
  }
  const { premiumCents, unrated } = quoted
  return premiumCents === null
    ? { kind: 'unsold', of: unrated, why: unrated.length > 0 ? 'rate' : 'unknown' }
    : { kind: 'priced', cents: premiumCents }
}

function findPlaces(listed: Listed, wanted: (one: Listed[number]) => boolean): readonly number[] {
  return listed.flatMap((one, at) => (wanted(one) ? at : []))
}
