import type { ReactNode } from 'react'
import type { MessageId } from '../../base/texts/catalogues.ts'
import { AutopayCard } from './autopay-card.tsx'
import { BalanceCard } from './balance-card.tsx'
import { BillsCard } from './bills-card.tsx'
import { HistoryCard } from './history-card.tsx'
import styles from './premium-view.module.css'
import type { MethodData, PremiumAccountData } from './types.ts'

interface AccountProps {
  readonly account: PremiumAccountData
  readonly methods: readonly MethodData[]
  /** Something has changed; with what was done, if it is to be announced. */
  readonly onChange: (done: MessageId | null) => void
  /** Content next to it that applies to all accounts. */
  readonly children?: ReactNode
}

/** A billing account, with what is owed first. */
export function Account({ account, methods, onChange, children }: AccountProps) {
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        <BalanceCard account={account} onChange={onChange} />
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
