import { BalanceCard } from './balance-card.tsx'
import { BillsCard } from './bills-card.tsx'
import { HistoryCard } from './history-card.tsx'
import styles from './premium-view.module.css'
import type { AccountData } from './types.ts'

/** An account that a contract is billed by, with what is owed first. */
export function Account({ account, onChange }: { readonly account: AccountData; readonly onChange: () => void }) {
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        <BalanceCard account={account} onChange={onChange} />
        <BillsCard account={account} />
      </div>
      <div className={styles.column}>
        <HistoryCard account={account} />
      </div>
    </div>
  )
}
