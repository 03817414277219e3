import { useText } from '../../base/texts/text.tsx'
import { PhoneLink } from '../../kit/phone/phone-link.tsx'
import { Card } from '../../ui/card.tsx'
import styles from './cost-view.module.css'

const always = [
  'actual',
  'guarantee',
  'balance',
  'out-unknown',
  'two-bills',
  'assistance',
  'preventive',
  'errors',
] as const

/** The notices that the law requires for an estimate (45 CFR 147.211(b)(1)), in plain words. */
export function Notices({ approval }: { readonly approval: boolean | null }) {
  const t = useText()
  return (
    <Card title={t('cost.notices')}>
      <NoticeList approval={approval} />
      <p className={styles.block}>
        <PhoneLink />
      </p>
    </Card>
  )
}

/** `approval`: whether the plan must approve the care first; null: it does not say. */
export function NoticeList({ approval }: { readonly approval: boolean | null }) {
  const t = useText()
  return (
    <ul className={styles.notices}>
      {approval !== false && (
        <li>{approval ? <strong>{t('cost.notice-approval')}</strong> : t('cost.notice-approval-unknown')}</li>
      )}
      {always.map((one) => (
        <li key={one}>{t(`cost.notice-${one}`)}</li>
      ))}
    </ul>
  )
}
