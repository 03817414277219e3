import type { HelpKind } from '@portico/rules/shop/help-with-costs'
import type { Market } from '@portico/rules/shop/lines'
import { useText } from '../../base/texts/text.tsx'
import lettering from '../../kit/layout/lettering.module.css'
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
  /** Whether there is room for all of it beside the plans; otherwise it is one line that unfolds. */
  readonly hasRoom: boolean
}

/** Who can get help with costs, which kind and where, and the switch that shows prices with it (SH-5). */
export function HelpCard({ market, quote: { credit, help, exchange, planYear }, basis, hasRoom }: HelpCardProps) {
  const t = useText()
  const { money } = useAmounts()
  const { income, people } = basis
  if (income == null || credit === null || planYear === null) return null
  const kinds = help?.people ?? []
  const others = kinds.some((kind) => kind !== 'credit')
  // Medicare is not sold through the exchange, so Medicare alone sends nobody there.
  const asksExchange = kinds.some((kind) => kind !== 'medicare')
  const creditable = people.filter((_, at) => kinds[at] === 'credit')
  const isEstimate = credit.kind === 'estimate' && credit.cents > 0
  const hasCredit = !(credit.kind === 'none' && credit.why === 'other-help')
  const where = help !== null && others && (
    <>
      <p className={lettering.small}>{t('shop.help.percent', { percent: help.percent })}</p>
      <p className={styles.row}>
        {exchange !== null && asksExchange && (
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
  // Said once: the percentage is already above, and each person's text says what to ask.
  const limit = credit.kind === 'none' && (credit.why === 'income-low' || credit.why === 'income-high') && others && (
    <p>{t(`shop.help.${credit.why}`, { year: planYear, limit: money(credit.limitCents ?? 0) })}</p>
  )
  const inside = (
    <>
      {others && (
        <div className={styles.tight}>
          <ul className={styles.steps}>
            {[...groupAges(kinds, people)].map(([text, ages]) => (
              <li key={text}>{t('shop.help.person', { count: ages.length, age: ages.join(', '), help: t(text) })}</li>
            ))}
          </ul>
          {where}
        </div>
      )}
      {hasCredit && (limit || details)}
    </>
  )
  const title = t(others ? 'shop.help' : 'shop.credit')
  if (hasRoom)
    return (
      <Card title={title}>
        <div className={styles.halves}>{inside}</div>
      </Card>
    )
  return (
    <details className={`${styles.more} ${styles.help}`}>
      <summary>
        {isEstimate
          ? t('shop.help.line', { title, credit: money(credit.cents) })
          : t(others ? 'shop.help.line.who' : 'shop.help.line.none')}
      </summary>
      <div className={styles.tight}>{inside}</div>
    </details>
  )
}

/** The ages that share a text, by that text. */
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
