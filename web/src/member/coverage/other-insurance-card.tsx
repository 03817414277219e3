import { Link } from '../../base/router/link.tsx'
import { links } from '../../base/router/links.ts'
import { type Format, useFormat } from '../../base/texts/format.ts'
import { type Translate, useText } from '../../base/texts/text.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { useMay } from '../../session/acting/use-may.ts'
import { Card } from '../../ui/card.tsx'
import styles from './standing-card.module.css'
import type { CoverageData } from './types.ts'

type Other = CoverageData['otherInsurance'][number]

/** Known coverage by other insurers, and who pays first. */
export function OtherInsuranceCard({ others }: { readonly others: readonly Other[] }) {
  const t = useText()
  const format = useFormat()
  const mayWrite = useMay('write')
  return (
    <Card title={t('coverage.other')}>
      {others.length === 0 ? (
        <p className={lettering.small}>{t('coverage.other-none')}</p>
      ) : (
        // biome-ignore lint/a11y/noRedundantRoles: without bullets, some screen readers do not announce it as a list
        <ul className={styles.list} role="list">
          {others.map((one) => (
            <li key={`${one.payerName} ${one.planName} ${one.policyNumber}`}>
              <span className={styles.name}>{one.payerName ?? t('coverage.other-unknown-payer')}</span>
              <span className={lettering.small}>{toCardFacts(one, t, format)}</span>
            </li>
          ))}
        </ul>
      )}
      {mayWrite && (
        <p className={styles.more}>
          <Link to={links.writeToUs('coverage')}>{t('coverage.other-tell')}</Link>
        </p>
      )}
    </Card>
  )
}

function toCardFacts({ planName, kind, policyNumber, paysOrder, begins, ends }: Other, t: Translate, { date }: Format) {
  const days = { begins: begins === null ? '' : date(begins), ends: ends === null ? '' : date(ends) }
  return [
    planName ?? t(`coverage.kind-${kind}`),
    ...(policyNumber === null ? [] : [t('coverage.other-policy', { number: policyNumber })]),
    ...(begins === null ? [] : [t(ends === null ? 'coverage.who-from' : 'coverage.who-through', days)]),
    ...(paysOrder === null ? [] : [t(paysOrder === 1 ? 'coverage.other-first' : 'coverage.other-second')]),
  ].join(' · ')
}
