import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import styles from './accounts.module.css'
import { Deadline } from './deadline.tsx'
import { PaidIn } from './paid-in.tsx'
import type { SpendingAccountData } from './spending-types.ts'

/** Each account with its balance, contributions against their limit, and how long the money lasts (MP-10). */
export function AccountCards({ accounts }: { readonly accounts: readonly SpendingAccountData[] }) {
  const t = useText()
  return (
    <section aria-label={t('spending.accounts')} className={styles.accounts}>
      {accounts.map((account) => (
        <Account key={account.accountId} account={account} />
      ))}
    </section>
  )
}

function Account({ account }: { readonly account: SpendingAccountData }) {
  const t = useText()
  const format = useFormat()
  const { accountType, balanceCents, vendorName, asOf, spentCents } = account
  const about = [
    t('spending.ending', { ending: account.ending }),
    ...(vendorName === null ? [] : [t('spending.kept-by', { vendor: vendorName })]),
  ]
  return (
    <Card title={t(`spending.type-${accountType}`)} className={styles.account}>
      <p className={lettering.small}>
        {about.join(' ')} · {t('spending.plan-year', { year: account.planYear })}{' '}
        {!account.open && <Badge tone="neutral">{t('spending.closed')}</Badge>}
      </p>
      {balanceCents === null ? (
        <p className={styles.unknown}>
          <strong>{t('spending.balance-unknown')}</strong> {t('spending.balance-unknown-text')}
        </p>
      ) : (
        <p className={styles.balance}>
          <strong>{format.money(balanceCents)}</strong> {t('spending.available')}
        </p>
      )}
      {asOf !== null && <p className={lettering.small}>{t('spending.as-of', { day: format.dateLong(asOf) })}</p>}
      <p>{t(`spending.pays-${accountType}`)}</p>
      <PaidIn account={account} />
      {spentCents !== null && (
        <p className={lettering.small}>{t('spending.spent', { amount: format.money(spentCents) })}</p>
      )}
      <Deadline account={account} />
    </Card>
  )
}
