import type { ReactNode } from 'react'
import { AutopayCard } from './autopay-card.tsx'
import { BalanceCard } from './balance-card.tsx'
import { BillsCard } from './bills-card.tsx'
import { HistoryCard } from './history-card.tsx'
import type { PayProps } from './pay.tsx'
import styles from './premium-view.module.css'

interface AccountProps extends PayProps {
  /** Content next to it that applies to all accounts. */
  readonly children?: ReactNode
}

/** A billing account, with what is owed first. */
export function Account({ children, ...props }: AccountProps) {
  const { account, methods, onChange } = props
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        <BalanceCard {...props} />
        <BillsCard account={account} />
      </div>
      <div className={styles.column}>
        <AutopayCard account={account} methods={methods} onChange={onChange} />
        {children}
        <HistoryCard account={account} />
      </div>
    </div>
  )
}
