import { premiumReceipt } from '@portico/contract/calls/premium'
import { easternParts } from '@portico/rules/time/eastern'
import { api } from '../../base/api/api.ts'
import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import { FileButton } from '../../kit/forms/file-button.tsx'
import { Badge, type BadgeProps } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import styles from './bills-card.module.css'
import { methodName } from './method-name.ts'
import type { MoveData, PaymentData, PremiumAccountData } from './types.ts'

/** How many are shown at first; the others are collapsed under a heading. */
const shownFirst = 6

/** Payments and refunds, newest first, each with its receipt. */
export function HistoryCard({ account: { history, moreHistory, payments } }: { readonly account: PremiumAccountData }) {
  const t = useText()
  return (
    <Card title={t('premium.history')}>
      {payments.length > 0 && <Made payments={payments} />}
      {history.length === 0 ? (
        <p className={styles.meta}>{t('premium.history-none')}</p>
      ) : (
        <Moves moves={history.slice(0, shownFirst)} />
      )}
      {history.length > shownFirst && (
        <details className={styles.older}>
          <summary>{t('premium.history-older', { count: history.length - shownFirst })}</summary>
          <Moves moves={history.slice(shownFirst)} />
        </details>
      )}
      {moreHistory && <p className={styles.meta}>{t('premium.history-more')}</p>}
    </Card>
  )
}

const tones: Readonly<Record<PaymentData['state'], BadgeProps['tone']>> = {
  created: 'neutral',
  sent: 'neutral',
  unknown: 'warning',
  pending: 'info',
  succeeded: 'success',
  failed: 'danger',
  expired: 'neutral',
}

/** Payments made on this page, which the plan's own list may not have yet. */
function Made({ payments }: { readonly payments: readonly PaymentData[] }) {
  const t = useText()
  const { money, dateLong } = useFormat()
  return (
    <>
      <h3 className={styles.made}>{t('premium.own')}</h3>
      {/* biome-ignore lint/a11y/noRedundantRoles: without bullets, some screen readers do not announce it as a list */}
      <ul className={styles.moves} role="list">
        {payments.map(
          ({ paymentId, state, amountCents, paidCents, refundedCents, at, automatic, paidBy, paidFor, ...taken }) => (
            <li key={paymentId}>
              <span className={styles.what}>
                <span className={styles.name}>{t(automatic ? 'premium.autopay-payment' : 'premium.own-payment')}</span>
                <Badge tone={taken.takenBackCents > 0 ? 'danger' : tones[state]}>
                  {t(`premium.own-state-${taken.takenBackCents > 0 ? 'taken-back' : state}`)}
                </Badge>
              </span>
              <span className={styles.amount}>{money(paidCents > 0 ? paidCents : amountCents)}</span>
              <span className={styles.meta}>
                {dateLong(at)}
                {paidBy !== null && <> · {methodName(paidBy, t)}</>}
                {taken.takenBackCents > 0 && taken.takenBackOn !== null && (
                  <>
                    {' '}
                    ·{' '}
                    {t('premium.own-taken-back', {
                      amount: money(taken.takenBackCents),
                      day: dateLong(taken.takenBackOn),
                    })}
                  </>
                )}
                {refundedCents > 0 && <> · {t('premium.own-refunded', { amount: money(refundedCents) })}</>}
                <PaidFor paidFor={paidFor} />
              </span>
              {paidCents > 0 && (
                <FileButton
                  variant="quiet"
                  tooMany="premium.too-many"
                  name={`receipt-${easternParts(new Date(at)).day}.pdf`}
                  label={t('premium.receipt-of', { what: t('premium.own-payment'), day: dateLong(at) })}
                  fetchFile={() => api.call(premiumReceipt, { params: { moveId: paymentId } })}
                >
                  {t('premium.receipt')}
                </FileButton>
              )}
            </li>
          ),
        )}
      </ul>
    </>
  )
}

/** The bills that a payment covers, with each bill's part if there are several. */
function PaidFor({ paidFor }: Pick<MoveData, 'paidFor'>) {
  const t = useText()
  const { money, date } = useFormat()
  return paidFor.map(({ billNumber, periodFrom, periodTo, cents }) => (
    <span key={billNumber} className={styles.note}>
      {t('premium.paid-for', { number: billNumber })}
      {periodFrom !== null && periodTo !== null && (
        <> · {t('premium.period', { from: date(periodFrom), to: date(periodTo) })}</>
      )}
      {paidFor.length > 1 && <> · {money(cents)}</>}
    </span>
  ))
}

function Moves({ moves }: { readonly moves: readonly MoveData[] }) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: without bullets, some screen readers do not announce it as a list
    <ul className={styles.moves} role="list">
      {moves.map((move) => (
        <Move key={move.moveId} move={move} />
      ))}
    </ul>
  )
}

function Move({ move }: { readonly move: MoveData }) {
  const t = useText()
  const { money, dateLong } = useFormat()
  const { kind, way, amountCents, note, date, paidFor } = move
  const what = t(`premium.move-${kind}`)
  return (
    <li>
      <span className={styles.name}>{what}</span>
      <span className={styles.amount}>{money(amountCents)}</span>
      <span className={styles.meta}>
        {dateLong(date)}
        {way !== null && <> · {t(`premium.way-${way}`)}</>}
        {note !== null && <> · {note}</>}
        <PaidFor paidFor={paidFor} />
      </span>
      {kind !== 'adjustment' && (
        <FileButton
          variant="quiet"
          tooMany="premium.too-many"
          name={`receipt-${date}.pdf`}
          label={t('premium.receipt-of', { what, day: dateLong(date) })}
          fetchFile={() => api.call(premiumReceipt, { params: { moveId: move.moveId } })}
        >
          {t('premium.receipt')}
        </FileButton>
      )}
    </li>
  )
}
