import { premiumBillFile } from '@portico/contract/calls/premium'
import { api } from '../../base/api/api.ts'
import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import { FileButton } from '../../kit/forms/file-button.tsx'
import { Badge, type BadgeProps } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './bills-card.module.css'
import type { BillData, PremiumAccountData } from './types.ts'

const tones: Readonly<Record<BillData['state'], BadgeProps['tone']>> = {
  paid: 'success',
  part: 'info',
  open: 'info',
  overdue: 'danger',
  unknown: 'neutral',
}

/** All bills with their lines; the newest one is expanded. */
export function BillsCard({ account: { bills, moreBills } }: { readonly account: PremiumAccountData }) {
  const t = useText()
  return (
    <Card title={t('premium.bills')}>
      {bills.length === 0 && <p className={styles.meta}>{t('premium.bills-none')}</p>}
      {bills.map((bill, at) => (
        <Bill key={bill.billId} bill={bill} open={at === 0} />
      ))}
      {moreBills && <p className={styles.meta}>{t('premium.bills-more')}</p>}
    </Card>
  )
}

function Bill({ bill, open }: { readonly bill: BillData; readonly open: boolean }) {
  const t = useText()
  const { money, date, dateLong } = useFormat()
  const { billNumber, dueOn, periodFrom, periodTo, amountCents, openCents, state } = bill
  const day = dueOn === null ? null : dateLong(dueOn)
  const name = day === null ? t('premium.bill-undated', { number: billNumber }) : t('premium.bill', { day })
  return (
    <details className={styles.bill} open={open}>
      <summary className={styles.summary}>
        <span className={styles.what}>
          <span className={styles.name}>{name}</span>
          <Badge tone={tones[state]}>{t(`premium.state-${state}`)}</Badge>
        </span>
        <span className={styles.amount}>{money(amountCents)}</span>
      </summary>
      <p className={styles.meta}>
        {t('premium.number', { number: billNumber })}
        {periodFrom !== null && periodTo !== null && (
          <> · {t('premium.period', { from: date(periodFrom), to: date(periodTo) })}</>
        )}
      </p>
      <Lines bill={bill} name={name} />
      {state === 'part' || (state === 'overdue' && openCents !== null && openCents < amountCents) ? (
        <p className={styles.meta}>{t('premium.still-open', { amount: money(openCents ?? 0) })}</p>
      ) : null}
      <FileButton
        variant="quiet"
        tooMany="premium.too-many"
        name={`${billNumber.replace(/[^\w-]+/g, '-')}.pdf`}
        label={t('premium.bill-pdf', { number: billNumber })}
        fetchFile={() => api.call(premiumBillFile, { params: { billId: bill.billId } })}
      >
        {t('premium.pdf')}
      </FileButton>
    </details>
  )
}

function Lines({ bill, name }: { readonly bill: BillData; readonly name: string }) {
  const t = useText()
  const { money } = useFormat()
  if (bill.lines.length === 0) return <p className={styles.meta}>{t('premium.lines-none')}</p>
  return (
    <>
      <table className={styles.lines}>
        <caption>
          <VisuallyHidden>{t('premium.lines-of', { name })}</VisuallyHidden>
        </caption>
        <tbody>
          {bill.lines.map(({ kind, person, note, amountCents }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no ids of their own and keep their order
            <tr key={at}>
              <th scope="row">
                {person === null
                  ? t(`premium.kind-${kind}`)
                  : t('premium.kind-for', { kind: t(`premium.kind-${kind}`), name: person })}
                {note !== null && <span className={styles.note}>{note}</span>}
              </th>
              <td>{money(amountCents)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('premium.total')}</th>
            <td>{money(bill.amountCents)}</td>
          </tr>
        </tfoot>
      </table>
      {!bill.addsUp && <p className={styles.meta}>{t('premium.lines-differ')}</p>}
    </>
  )
}
