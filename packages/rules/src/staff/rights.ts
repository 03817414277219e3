import { everyBrand } from '../brand/every.ts'
import type { Entitlement } from './entitlements.ts'

/** What a staff member may do, and for members of which brands: brand codes, or just ALL. */
export interface Rights {
  readonly entitlements: readonly Entitlement[]
  readonly brands: readonly string[]
}

/** The same rights without duplicates, and with ALL in place of every brand. */
export function plainRights({ entitlements, brands }: Rights): Rights {
  return {
    entitlements: [...new Set(entitlements)].sort(),
    brands: brands.includes(everyBrand) ? [everyBrand] : [...new Set(brands)].sort(),
  }
}

/** The rights that someone would gain: these wait for a second person (AD-2). */
export function computeGainedRights(before: Rights, after: Rights): Rights {
  const hasAll = before.brands.includes(everyBrand)
  return {
    entitlements: after.entitlements.filter((one) => !before.entitlements.includes(one)),
    brands: hasAll ? [] : after.brands.filter((one) => !before.brands.includes(one)),
  }
}

/** The rights that remain after a change takes some away, before it adds any: this much takes effect at once. */
export function computeRemainingRights(before: Rights, after: Rights): Rights {
  const keepsAll = after.brands.includes(everyBrand)
  const narrowed = before.brands.includes(everyBrand)
    ? after.brands
    : before.brands.filter((one) => after.brands.includes(one))
  return {
    entitlements: before.entitlements.filter((one) => after.entitlements.includes(one)),
    brands: keepsAll ? before.brands : narrowed,
  }
}

export function joinRights(one: Rights, other: Rights): Rights {
  return plainRights({
    entitlements: [...one.entitlements, ...other.entitlements],
    brands: [...one.brands, ...other.brands],
  })
}

export function isNothing({ entitlements, brands }: Rights): boolean {
  return entitlements.length === 0 && brands.length === 0
}

/** Whether all of the brands are among someone's own; null: every brand is. */
export function isWithin(brands: readonly string[], own: readonly string[] | null): boolean {
  return own === null || brands.every((brand) => own.includes(brand))
}
