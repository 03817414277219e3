import type { HelpKind } from '@portico/rules/shop/help-with-costs'
import type { Market } from '@portico/rules/shop/lines'
import { useState } from 'react'
import { useText } from '../../base/texts/text.tsx'
import { type Basis, changeShopping } from '../../shared/shop-parts/basis.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { useAmounts } from './amounts.ts'
import { CreditDetails } from './credit-details.tsx'
import { CreditSwitch } from './credit-switch.tsx'
import styles from './shop.module.css'
import type { Quote } from './types.ts'

interface HelpCardProps {
  readonly market: Market
  readonly quote: Pick<Quote, 'credit' | 'help' | 'exchange' | 'planYear'>
  readonly basis: Basis
}

/** Who can get help with costs, of which kind and where, and the switch for prices with it (SH-5). */
export function HelpCard({ market, quote: { credit, help, exchange, planYear }, basis }: HelpCardProps) {
  const t = useText()
  const { money } = useAmounts()
  const { income, people } = basis
  const [hasRoom] = useState(() => matchMedia('(min-width: 40rem)').matches)
  if (income == null || credit === null || planYear === null) return null
  const kinds = help?.people ?? []
  const others = kinds.some((kind) => kind !== 'credit')
  const creditable = people.filter((_, at) => kinds[at] === 'credit')
  const isEstimate = credit.kind === 'estimate' && credit.cents > 0
  const hasCredit = !(credit.kind === 'none' && credit.why === 'other-help')
  const where = help !== null && others && (
    <>
      <p className={styles.small}>{t('shop.help.percent', { percent: help.percent })}</p>
      <p className={styles.row}>
        {exchange !== null && (
          <a href={exchange.address} rel="noreferrer">
            {t('shop.help.apply', { exchange: exchange.name })}
          </a>
        )}
        {creditable.length > 0 && (
          <Button variant="quiet" onClick={() => changeShopping(market, { basis: { ...basis, people: creditable } })}>
            {t('shop.help.only', { count: creditable.length })}
          </Button>
        )}
      </p>
    </>
  )
  const details = (
    <CreditDetails credit={credit} planYear={planYear} income={income} exchange={exchange}>
      {isEstimate && (
        <>
          <CreditSwitch market={market} />
          {help?.reduction != null && <p>{t('shop.help.reduced', { reduction: help.reduction })}</p>}
        </>
      )}
    </CreditDetails>
  )
  return (
    <Card title={t(others ? 'shop.help' : 'shop.credit')}>
      <div className={styles.tight}>
        {others && (
          <ul className={styles.steps}>
            {[...groupAges(kinds, people)].map(([text, ages]) => (
              <li key={text}>{t('shop.help.person', { age: ages.join(', '), help: t(text) })}</li>
            ))}
          </ul>
        )}
        {isEstimate ? (
          <details className={`${styles.more} ${styles.folded}`} open={hasRoom}>
            <summary>
              {others && `${t('shop.credit')}: `}
              {t('shop.credit.month', { credit: money(credit.cents) })}
            </summary>
            {where}
            {details}
          </details>
        ) : (
          <>
            {where}
            {hasCredit && details}
          </>
        )}
      </div>
    </Card>
  )
}

/** The ages for whom the same is true, by the text that says it. */
function groupAges(kinds: readonly HelpKind[], people: Basis['people']) {
  const groups = new Map<ReturnType<typeof helpText>, number[]>()
  for (const [at, kind] of kinds.entries()) {
    const age = people[at]?.age ?? 0
    const text = helpText(kind, age)
    groups.set(text, [...(groups.get(text) ?? []), age])
  }
  return groups
}

function helpText(kind: HelpKind, age: number) {
  return kind === 'medicaid' && age < 19 ? 'shop.help.child' : (`shop.help.${kind}` as const)
}
