import type { Service } from '@portico/rules/shop/cost-share'
import { drugServices } from '@portico/rules/shop/year-cost'
import type { CareStanding } from './use-plan-care.ts'

/** How a plan pays for the drugs in this browser tab, and the drugs without a known price there, which cannot be counted. */
export interface OwnDrugs {
  readonly services: readonly Service[]
  readonly uncounted: readonly string[]
}

export function readOwnDrugs(standing: CareStanding | null): OwnDrugs {
  const told = standing?.told.drugs?.map(({ tier }) => tier) ?? []
  const names = standing?.drugs.map(({ name }) => name) ?? []
  return {
    services: told.flatMap((tier) => (tier === null ? [] : [drugServices[tier]])),
    uncounted: names.filter((_, at) => (told[at] ?? null) === null),
  }
}
