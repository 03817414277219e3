import type { careCost } from '@portico/contract/calls/cost'
import { findHomeZip } from '../../member/member/contract.ts'
import { maySeeFamily } from '../../member/member/readers.ts'
import { easternDay } from '../../platform/day.ts'
import type { AuditedHandler } from '../../platform/http/stages.ts'
import { hideFamily, listBenefits, readAbout, showCost } from './about.ts'
import type { CareCostParts } from './parts.ts'
import { readMemberPlan } from './plan-scope.ts'
import { listPrices, type PriceRow } from './price-store.ts'

export const readCareCost =
  (parts: CareCostParts): AuditedHandler<typeof careCost> =>
  async ({ principal, body: of }, { now, language }, tx) => {
    const { whereabouts } = parts
    const { memberId } = principal
    const { plan, scope } = await readMemberPlan(tx, memberId, now)
    const about = await readAbout(parts, tx, { plan, scope, of, now, language })
    const today = easternDay(now)
    // Only the member may see distances from home.
    const zip = principal.scopes === null ? await findHomeZip(tx, memberId) : null
    const where = { brand: scope.brand, zip, language, today }
    const nearness = of.sort === 'distance' ? await whereabouts.nearness(tx, where) : null
    const { rows, total } = await listPrices(tx, scope, {
      ...about.service,
      today,
      provider: of.provider,
      nearness,
    })
    const places = await whereabouts.find(
      tx,
      rows.flatMap(({ npi }) => npi ?? []),
      where,
    )
    const at = ({ npi }: PriceRow) => (npi === null ? null : (places.get(npi) ?? null))
    const placed = new Map(rows.flatMap((row) => (at(row) === null ? [] : [[row.provider, at(row)]])))
    return {
      ...((await maySeeFamily(tx, principal, now)) ? about : hideFamily(about)),
      benefits: listBenefits(plan).map(({ section, service }) => ({ section, service })),
      providers: rows.map((row) => ({ ...showCost(row, about), at: at(row) })),
      map: await whereabouts.map(
        [...placed.values()].flatMap((one) => one ?? []),
        where,
      ),
      place: whereabouts.findLabel(where),
      total,
    }
  }
