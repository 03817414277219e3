import { Link } from '../../base/router/link.tsx'
import { links } from '../../base/router/links.ts'
import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Badge } from '../../ui/badge.tsx'
import { useSlices } from '../../ui/slices.ts'
import type { TransactionData, TransactionPageData } from './spending-types.ts'
import styles from './transaction-list.module.css'

const stateTones = { pending: 'warning', denied: 'danger', 'receipt-needed': 'warning' } as const

/** Transactions, one line each: what, when, from which account, for whom, how much. */
export function TransactionList({
  page,
}: {
  readonly page: Pick<TransactionPageData, 'transactions' | 'accounts' | 'people'>
}) {
  const t = useText()
  const transactions = useSlices(page.transactions, page.transactions[0]?.transactionId ?? '')
  return (
    // biome-ignore lint/a11y/noRedundantRoles: without bullets, some screen readers do not announce it as a list
    <ul role="list" aria-label={t('spending.transactions')}>
      {transactions.map((one) => (
        <Line key={one.transactionId} transaction={one} page={page} />
      ))}
    </ul>
  )
}

interface LineProps {
  readonly transaction: TransactionData
  readonly page: Pick<TransactionPageData, 'accounts' | 'people'>
}

function Line({ transaction, page }: LineProps) {
  const t = useText()
  const format = useFormat()
  const { kind, date, amountCents, paidBy, payee, person, state, claim, note, withheld } = transaction
  const account = page.accounts.find(({ accountId }) => accountId === transaction.accountId)
  const what =
    paidBy === null ? t(`spending.kind-${kind}`) : `${t(`spending.kind-${kind}`)} ${t(`spending.paid-by-${paidBy}`)}`
  const shared = page.people.length > 1
  return (
    <li className={styles.line}>
      <div className={styles.what}>
        <p className={lettering.name}>{payee ?? what}</p>
        <p className={lettering.key}>
          <time dateTime={date}>{format.date(date)}</time>
          {payee !== null && <> · {what}</>}
          {account !== undefined && (
            <>
              {' '}
              · {t(`spending.short-${account.accountType}`)} {account.planYear}
            </>
          )}
          {shared && person !== null && <> · {t('spending.for', { name: person.firstName })}</>}
          {claim !== null && (
            <>
              {' '}
              · <Link to={links.claim(claim.claimId)}>{t('spending.claim', { number: claim.claimNumber })}</Link>
            </>
          )}
        </p>
        {withheld && <p className={lettering.key}>{t('spending.withheld')}</p>}
        {note !== null && <p className={lettering.key}>{note}</p>}
      </div>
      <p className={styles.amount} data-state={state}>
        <strong>
          <bdi dir="ltr">{`${amountCents > 0 ? '+' : ''}${format.money(amountCents)}`}</bdi>
        </strong>
        {state !== 'posted' && <Badge tone={stateTones[state]}>{t(`spending.state-${state}`)}</Badge>}
      </p>
    </li>
  )
}
