import { useText } from '../../base/texts/text.tsx'
import { Card } from '../../ui/card.tsx'
import { ApprovalItem } from './approval-item.tsx'
import styles from './approvals-card.module.css'
import type { ApprovalData } from './types.ts'

/** Prior authorizations with their state and days (MP-15); those that only the patient sees are listed separately. */
export function ApprovalsCard({
  approvals,
  isFamily,
}: {
  readonly approvals: readonly ApprovalData[]
  readonly isFamily: boolean
}) {
  const t = useText()
  const [open, apart] = [approvals.filter((one) => !one.sensitive), approvals.filter((one) => one.sensitive)]
  return (
    <Card title={t('prescriptions.approvals')}>
      <p className={styles.about}>{t('prescriptions.approvals-about')}</p>
      {approvals.length === 0 && <p>{t('prescriptions.approvals-none')}</p>}
      <ApprovalList approvals={open} isFamily={isFamily} heading="h3" />
      {apart.length > 0 && (
        <section className={styles.apart} aria-labelledby="approvals-apart">
          <h3 id="approvals-apart">{t('prescriptions.approvals-apart')}</h3>
          <p className={styles.about}>{t('prescriptions.approvals-apart-about')}</p>
          <ApprovalList approvals={apart} isFamily={isFamily} heading="h4" />
        </section>
      )}
    </Card>
  )
}

function ApprovalList({
  approvals,
  ...shared
}: Parameters<typeof ApprovalsCard>[0] & { readonly heading: 'h3' | 'h4' }) {
  if (approvals.length === 0) return null
  return (
    // biome-ignore lint/a11y/noRedundantRoles: without bullets, some screen readers do not announce it as a list
    <ul className={styles.list} role="list">
      {approvals.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: numbers may be missing, and the list never changes
        <li key={`${one.number} ${index}`}>
          <ApprovalItem approval={one} {...shared} />
        </li>
      ))}
    </ul>
  )
}
