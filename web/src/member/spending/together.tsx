import type { PayloadOf } from '@portico/contract/call'
import type { listClaims } from '@portico/contract/calls/claims'
import { ReceiptText } from 'lucide-react'
import { Link } from '../../base/router/link.tsx'
import { links } from '../../base/router/links.ts'
import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import { AccountCards } from '../../shared/spending-parts/accounts.tsx'
import { NoAccounts } from '../../shared/spending-parts/no-accounts.tsx'
import { Payable } from '../../shared/spending-parts/payable.tsx'
import type {
  SpendingAccountData,
  SummaryData,
  TransactionPageData,
} from '../../shared/spending-parts/spending-types.ts'
import { TransactionList } from '../../shared/spending-parts/transaction-list.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RecentClaims } from './recent-claims.tsx'
import styles from './spending-view.module.css'

const shown = 5

type ClaimPageData = PayloadOf<typeof listClaims>

export interface TogetherProps {
  readonly summary: SummaryData
  /** Claims with an amount owed, for their sums. */
  readonly owed: ClaimPageData
  readonly claims: ClaimPageData
  readonly moves: TransactionPageData
}

/** The three main figures, then what can be paid from where, the accounts, and the latest activity. */
export function Together({ summary, owed, claims, moves }: TogetherProps) {
  const t = useText()
  return (
    <div className={styles.parts}>
      <Sums summary={summary} owed={owed} claims={claims} />
      {summary.state === 'loaded' ? (
        <>
          <Payable summary={summary} />
          <AccountCards accounts={summary.accounts} />
        </>
      ) : (
        <NoAccounts state={summary.state} />
      )}
      <div className={styles.recent}>
        <Card title={t('spending.recent-claims')} action={<Link to={links.claims()}>{t('spending.all-claims')}</Link>}>
          {claims.total === 0 ? (
            <EmptyState
              icon={<ReceiptText />}
              title={t('spending.claims-empty')}
              text={t('spending.claims-empty-text')}
            />
          ) : (
            <RecentClaims claims={claims.claims.slice(0, shown)} shared={claims.people.length > 1} />
          )}
        </Card>
        {moves.total > 0 && (
          <Card
            title={t('spending.recent-moves')}
            action={<Link to={links.spending()}>{t('spending.all-spending')}</Link>}
          >
            <TransactionList page={{ ...moves, transactions: moves.transactions.slice(0, shown) }} />
          </Card>
        )}
      </div>
    </div>
  )
}

/** An amount is unknown, never zero, if no part of it is known. */
function Sums({ summary, owed, claims }: Pick<TogetherProps, 'summary' | 'owed' | 'claims'>) {
  const t = useText()
  const { money } = useFormat()
  const medical = summary.accounts.filter(({ open }) => open)
  const balances = medical.flatMap(({ balanceCents }) => balanceCents ?? [])
  const have = balances.length === 0 ? null : balances.reduce((sum, cents) => sum + cents, 0)
  const { oweUnknown } = claims.totals
  const isOwedKnown = owed.total > 0 || (claims.asOf !== null && oweUnknown === 0)
  return (
    <dl className={styles.sums}>
      <div>
        <dt>{t('spending.sum-owe')}</dt>
        <dd>
          <strong>{isOwedKnown ? money(owed.totals.youOweCents) : t('spending.sum-not-known')}</strong>
          <span>
            {claims.asOf === null ? t('spending.sum-owe-no-claims') : t('spending.sum-owe-text', { count: owed.total })}
          </span>
          {oweUnknown > 0 && <span>{t('spending.sum-owe-unknown', { count: oweUnknown })}</span>}
        </dd>
      </div>
      {summary.state === 'loaded' && (
        <>
          <div>
            <dt>{t('spending.sum-have')}</dt>
            <dd>
              <strong>{have === null ? t('spending.sum-not-known') : money(have)}</strong>
              {medical.some(({ balanceCents }) => balanceCents === null) && (
                <span>{t('spending.sum-have-unknown')}</span>
              )}
            </dd>
          </div>
          <NextToUse accounts={medical} />
        </>
      )}
    </dl>
  )
}

/** The money that expires first and would be lost. */
function NextToUse({ accounts }: { readonly accounts: readonly SpendingAccountData[] }) {
  const t = useText()
  const { money, date } = useFormat()
  const [next] = accounts
    .flatMap(({ deadline, accountType }) =>
      (deadline.stage === 'spend' || deadline.stage === 'claim') &&
      deadline.lostCents !== null &&
      deadline.lostCents > 0
        ? { lastDay: deadline.lastDay, lostCents: deadline.lostCents, accountType }
        : [],
    )
    .toSorted((a, b) => a.lastDay.localeCompare(b.lastDay))
  return (
    <div>
      <dt>{t('spending.sum-next')}</dt>
      {next === undefined ? (
        <dd>
          <span>{t('spending.sum-next-none')}</span>
        </dd>
      ) : (
        <dd>
          <strong>{date(next.lastDay)}</strong>
          <span>
            {t('spending.sum-next-text', {
              amount: money(next.lostCents),
              account: t(`spending.short-${next.accountType}`),
            })}
          </span>
        </dd>
      )}
    </div>
  )
}
