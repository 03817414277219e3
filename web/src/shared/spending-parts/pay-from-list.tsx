import type { PayloadOf } from '@portico/contract/call'
import type { claimPayable } from '@portico/contract/calls/spending'
import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import styles from './payable.module.css'

type Paying = PayloadOf<typeof claimPayable>['accounts'][number]

/** Accounts that may pay for something, starting with the one that expires first, with any conditions. */
export function PayFromList({ accounts }: { readonly accounts: readonly Paying[] }) {
  const t = useText()
  const { money } = useFormat()
  return (
    // biome-ignore lint/a11y/noRedundantRoles: without bullets, some screen readers do not announce it as a list
    <ul className={styles.accounts} role="list">
      {accounts.map(({ accountId, accountType, ending, reason, balanceCents }, index) => (
        <li key={accountId}>
          <strong>{t(`spending.short-${accountType}`)}</strong>{' '}
          <span className={lettering.small}>
            {[
              t('spending.ending', { ending }),
              ...(balanceCents === null ? [] : [t('spending.pay-balance', { amount: money(balanceCents) })]),
              ...(reason === 'covered' ? [] : [t(`spending.${reason}`)]),
              ...(index === 0 && accounts.length > 1 ? [t('spending.first')] : []),
            ].join(' · ')}
          </span>
        </li>
      ))}
    </ul>
  )
}
