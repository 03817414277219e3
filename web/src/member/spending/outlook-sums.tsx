import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { type MoneyStep, MoneySteps } from '../../shared/claim-parts/money-steps.tsx'
import styles from './outlook.module.css'
import type { OutlookData } from './outlook.tsx'

/** How the estimate adds up, step by step, and what accounts can pay of it. */
export function OutlookSums({ outlook }: { readonly outlook: OutlookData }) {
  const t = useText()
  return (
    <section aria-label={t('outlook.sums')} className={styles.sums}>
      <h3>{t('outlook.sums')}</h3>
      <MoneySteps steps={useSteps(outlook)} />
      <Accounts accounts={outlook.accounts} />
    </section>
  )
}

function useSteps({ plan, limits, accounts, ...sums }: OutlookData): MoneyStep[] {
  const t = useText()
  const { dateLong } = useFormat()
  const { sumCents, likelyCents, fromAccountsCents, fromPocketCents } = sums
  if (plan === null || sumCents === null || likelyCents === null || fromPocketCents === null) return []
  // If no costs are expected, no limit could reduce them.
  const isOpen =
    likelyCents > 0 && !limits.some(({ kind, leftCents }) => kind === 'out-of-pocket' && leftCents !== null)
  const known = accounts.filter(({ balanceCents }) => balanceCents !== null)
  const names = [...new Set(known.map(({ accountType }) => t(`spending.short-${accountType}`)))].join(', ')
  const isAtMost = known.length < accounts.length
  const above = sumCents - likelyCents
  return [
    { id: 'sum', name: t('outlook.sum'), cents: sumCents, text: t('outlook.sum-text') },
    ...(above > 0 ? [{ id: 'capped', name: t('outlook.capped'), cents: -above, text: t('outlook.capped-text') }] : []),
    {
      id: 'total',
      name: t('outlook.total'),
      cents: likelyCents,
      text: isOpen ? t('outlook.total-open') : t('outlook.total-text', { day: dateLong(plan.ends) }),
    },
    ...(fromAccountsCents === null || likelyCents === 0
      ? []
      : [
          {
            id: 'accounts',
            name: t('outlook.from-accounts'),
            cents: -fromAccountsCents,
            text: t('outlook.from-accounts-text', { accounts: names }),
          },
          {
            id: 'pocket',
            name: t('outlook.pocket'),
            cents: fromPocketCents,
            text: t(isAtMost ? 'outlook.pocket-most' : 'outlook.pocket-text'),
          },
        ]),
  ]
}

function Accounts({ accounts }: { readonly accounts: OutlookData['accounts'] }) {
  const t = useText()
  const { money, dateLong } = useFormat()
  if (accounts.length === 0) return <p className={lettering.small}>{t('outlook.no-accounts')}</p>
  return (
    <ul className={styles.accounts} aria-label={t('outlook.accounts')}>
      {accounts.map(({ accountId, accountType, ending, balanceCents, lastDay }) => {
        const about = { type: t(`spending.short-${accountType}`), ending }
        const amount = balanceCents === null ? '' : money(balanceCents)
        return (
          <li key={accountId}>
            {balanceCents === null
              ? t('outlook.account-unknown', about)
              : lastDay === null
                ? t('outlook.account', { ...about, amount })
                : t('outlook.account-until', { ...about, amount, day: dateLong(lastDay) })}
          </li>
        )
      })}
    </ul>
  )
}
