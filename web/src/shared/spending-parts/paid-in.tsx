import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Meter } from '../../ui/meter.tsx'
import styles from './accounts.module.css'
import type { SpendingAccountData } from './spending-types.ts'

/** Contributions, compared with the legal limit or the member's election; unknown amounts are said to be unknown. */
export function PaidIn({ account }: { readonly account: SpendingAccountData }) {
  const t = useText()
  const { money } = useFormat()
  const { accountType, planYear: year, countedCents: paid, electionCents, limit } = account
  if (accountType === 'HRA') {
    return (
      <p>
        {electionCents === null
          ? t('spending.limit-none-unknown')
          : t('spending.limit-none', { amount: money(electionCents), year })}
      </p>
    )
  }
  const isElected = accountType !== 'HSA' && electionCents !== null
  // The other side's contributions count, too: if they are not known, neither is the amount left.
  const isWhole = accountType === 'HSA' && account.employeeCents !== null && account.employerCents !== null
  const max = isElected ? electionCents : limit.known ? limit.cents : null
  const words =
    paid === null
      ? t('spending.paid-in-unknown')
      : max === null
        ? t('spending.paid-in-plain', { paid: money(paid) })
        : isElected
          ? t('spending.paid-in-of-election', { paid: money(paid), election: money(max), year })
          : t('spending.paid-in-of-law', { paid: money(paid), limit: money(max), year })
  return (
    <div className={styles.paidIn}>
      <h3>{t('spending.paid-in')}</h3>
      {paid !== null && max !== null && (
        <Meter label={t('spending.paid-in')} value={Math.min(paid, max)} max={max} valueText={words} />
      )}
      <p>{words}</p>
      <By account={account} />
      {isWhole && paid !== null && max !== null && <Room leftCents={max - paid} />}
      <LawLimit account={account} isElected={isElected} />
    </div>
  )
}

function By({ account: { accountType, employeeCents, employerCents } }: { readonly account: SpendingAccountData }) {
  const t = useText()
  const { money } = useFormat()
  // If only one part is known, the sum already says whose it is.
  if (accountType !== 'HSA' && (employeeCents === null || employerCents === null)) return null
  const parts = [
    ...(employeeCents === null ? [] : [t('spending.by-you', { amount: money(employeeCents) })]),
    ...(employerCents === null ? [] : [t('spending.by-employer', { amount: money(employerCents) })]),
  ]
  return parts.length === 0 ? null : <p className={lettering.small}>{parts.join(' · ')}</p>
}

function Room({ leftCents }: { readonly leftCents: number }) {
  const t = useText()
  const { money } = useFormat()
  if (leftCents > 0) return <p>{t('spending.paid-in-left', { left: money(leftCents) })}</p>
  return <p>{leftCents === 0 ? t('spending.paid-in-full') : t('spending.paid-in-over', { over: money(-leftCents) })}</p>
}

function LawLimit({ account, isElected }: { readonly account: SpendingAccountData; readonly isElected: boolean }) {
  const t = useText()
  const { money, dateLong } = useFormat()
  const { limit, planYear: year, accountType } = account
  if (!limit.known) {
    return limit.why === 'none' ? null : (
      <p className={lettering.small}>
        {t(limit.why === 'year' ? 'spending.limit-year' : 'spending.limit-coverage', { year })}
      </p>
    )
  }
  const { name, published } = limit.source
  const day = published.length === 10 ? dateLong(published) : published
  return (
    <p className={lettering.small}>
      {isElected && <>{t('spending.limit-law', { year, limit: money(limit.cents) })} </>}
      {limit.catchUpCents > 0 && <>{t('spending.catch-up', { amount: money(limit.catchUpCents) })} </>}
      {accountType === 'HSA' && <>{t('spending.all-year')} </>}
      {t('spending.limit-source', { name, published: day })}
    </p>
  )
}
