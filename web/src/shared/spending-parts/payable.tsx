import { Link } from '../../base/router/link.tsx'
import { links } from '../../base/router/links.ts'
import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Card } from '../../ui/card.tsx'
import { PayFromList } from './pay-from-list.tsx'
import styles from './payable.module.css'
import type { PayableData, SummaryData } from './spending-types.ts'

/** Claims with an amount owed, each with the accounts that may pay it (MP-10). */
export function Payable({ summary }: { readonly summary: SummaryData }) {
  const t = useText()
  return (
    <Card title={t('spending.payable')}>
      <p className={lettering.small}>
        {t(summary.claims.length === 0 ? 'spending.payable-none' : 'spending.payable-text')}
      </p>
      {summary.claims.length > 0 && (
        // biome-ignore lint/a11y/noRedundantRoles: without bullets, some screen readers do not announce it as a list
        <ul className={styles.list} role="list">
          {summary.claims.map((claim) => (
            <Claim key={claim.claimId} claim={claim} accounts={summary.accounts} shared={summary.shared} />
          ))}
        </ul>
      )}
      {summary.moreClaims > 0 && (
        <p className={styles.more}>
          <Link to={`${links.claims()}?owe=true`}>{t('spending.payable-more', { count: summary.moreClaims })}</Link>
        </p>
      )}
    </Card>
  )
}

interface ClaimProps {
  readonly claim: PayableData
  readonly accounts: SummaryData['accounts']
  readonly shared: boolean
}

function Claim({ claim, accounts, shared }: ClaimProps) {
  const t = useText()
  const format = useFormat()
  const { paidCents, shareCents, leftCents, atCounter, patient } = claim
  const paying = claim.accounts.flatMap((answer) => {
    const account = accounts.find(({ accountId }) => accountId === answer.accountId)
    return account === undefined ? [] : { ...account, ...answer }
  })
  return (
    <li className={styles.claim}>
      <div className={styles.what}>
        <p className={lettering.name}>
          <Link to={links.claim(claim.claimId)}>{claim.providerName ?? t('spending.no-provider')}</Link>
        </p>
        <p className={lettering.small}>
          <time dateTime={claim.serviceDate}>{format.date(claim.serviceDate)}</time>
          {shared && <> · {t('spending.for', { name: patient.firstName })}</>}
        </p>
        {atCounter && <p className={lettering.small}>{t('spending.payable-counter')}</p>}
        {paidCents > 0 && (
          <p className={lettering.small}>
            {t('spending.payable-paid', { paid: format.money(paidCents), owed: format.money(shareCents) })}
          </p>
        )}
      </div>
      <p className={styles.left}>
        <span className={lettering.small}>{t(atCounter ? 'spending.payable-back' : 'spending.payable-left')}</span>
        <strong>{format.money(leftCents)}</strong>
      </p>
      <div className={styles.from}>
        <p className={lettering.small}>{t(atCounter ? 'spending.back-from' : 'spending.from')}</p>
        <PayFromList accounts={paying} />
      </div>
    </li>
  )
}
