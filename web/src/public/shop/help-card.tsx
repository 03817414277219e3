import type { HelpKind } from '@portico/rules/shop/help-with-costs'
import type { Market } from '@portico/rules/shop/lines'
import { links } from '../../base/router/links.ts'
import { useText } from '../../base/texts/text.tsx'
import { type Basis, changeShopping } from '../../shared/shop-parts/basis.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CreditCard } from './credit-card.tsx'
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
  const { income, people } = basis
  if (income == null || credit === null || planYear === null) return null
  const others = help?.people.some((kind) => kind !== 'credit') ?? false
  const creditable = people.filter((_, at) => help?.people[at] === 'credit')
  return (
    <>
      {help !== null && others && (
        <Card title={t('shop.help')}>
          <div className={styles.tight}>
            <ul className={styles.steps}>
              {help.people.map((kind, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: people have no key but their position
                <li key={at}>
                  {t('shop.help.person', { age: people[at]?.age ?? 0, help: t(helpText(kind, people[at]?.age ?? 0)) })}
                </li>
              ))}
            </ul>
            <p className={styles.small}>{t('shop.help.percent', { percent: help.percent })}</p>
            <p className={styles.row}>
              {exchange !== null && (
                <a href={exchange.address} rel="noreferrer">
                  {t('shop.help.apply', { exchange: exchange.name })}
                </a>
              )}
              {help.people.includes('medicare') && (
                <ButtonLink variant="quiet" to={links.shop('medicare')}>
                  {t('shop.help.medicare-plans')}
                </ButtonLink>
              )}
              {creditable.length > 0 && (
                <Button
                  variant="quiet"
                  onClick={() => changeShopping(market, { basis: { ...basis, people: creditable } })}
                >
                  {t('shop.help.only', { count: creditable.length })}
                </Button>
              )}
            </p>
          </div>
        </Card>
      )}
      {!(credit.kind === 'none' && credit.why === 'other-help') && (
        <CreditCard credit={credit} planYear={planYear} income={income} exchange={exchange}>
          {credit.kind === 'estimate' && credit.cents > 0 && (
            <>
              <CreditSwitch market={market} />
              {help?.reduction != null && <p>{t('shop.help.reduced', { reduction: help.reduction })}</p>}
            </>
          )}
        </CreditCard>
      )}
    </>
  )
}

function helpText(kind: HelpKind, age: number) {
  return kind === 'medicaid' && age < 19 ? 'shop.help.child' : (`shop.help.${kind}` as const)
}
