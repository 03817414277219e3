import type { PayloadOf } from '@portico/contract/call'
import { visitCosts } from '@portico/contract/calls/cost'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { Link } from '../../base/router/link.tsx'
import { links } from '../../base/router/links.ts'
import { type Format, useFormat } from '../../base/texts/format.ts'
import { type Translate, useText } from '../../base/texts/text.tsx'
import styles from './finder.module.css'
import type { EntryData } from './types.ts'

export type VisitCost = PayloadOf<typeof visitCosts>['visits'][number]

/** The cost of a visit for the member at each of some providers, by NPI: optional, so that a failure only leaves it out (MP-26). */
export function useVisitCosts(entries: readonly EntryData[], isMember: boolean): ReadonlyMap<string, VisitCost> {
  const npis = [...new Set(entries.flatMap(({ npi }) => npi ?? []))].sort()
  const { value } = useLoaded((signal) => api.call(visitCosts, { body: { npis }, signal, background: true }), {
    key: npis.join(),
    wanted: isMember && npis.length > 0,
  })
  return new Map(value?.visits.map((visit) => [visit.npi, visit]))
}

/** The member's share; if it is not known, the agreed price. */
export function formatVisit({ estimate, price }: VisitCost, t: Translate, { money }: Format): string {
  const range = (low: number, high: number) =>
    low === high ? money(high) : t('finder.visit-range', { low: money(low), high: money(high) })
  if (!estimate.known) return t('finder.visit-agreed', { amount: range(price.lowCents, price.highCents) })
  const { low, high, atMost } = estimate
  return atMost
    ? t('finder.visit-at-most', { amount: money(high.youPayCents) })
    : t('finder.visit-you-pay', { amount: range(low.youPayCents, high.youPayCents) })
}

/** The price beside a provider, with a link to its calculation. */
export function VisitPrice({ visit }: { readonly visit: VisitCost }) {
  const t = useText()
  const format = useFormat()
  return (
    <p className={styles.visit}>
      {t(`finder.visit-${visit.kind}`)}: <strong>{formatVisit(visit, t, format)}</strong>{' '}
      <Link to={links.careCost({ provider: visit.npi })}>{t('finder.visit-more')}</Link>
    </p>
  )
}
