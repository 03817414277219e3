import { ExternalLink } from 'lucide-react'
import { Link } from '../../base/router/link.tsx'
import { links } from '../../base/router/links.ts'
import { useFormat } from '../../base/texts/format.ts'
import { Authored } from '../../base/texts/spoken.tsx'
import { useText } from '../../base/texts/text.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Badge, type BadgeProps } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import type { PreventiveItem, Summary } from './types.ts'
import styles from './wellness-view.module.css'

const tones: Readonly<Record<PreventiveItem['state'], BadgeProps['tone']>> = {
  again: 'warning',
  'no-claim': 'info',
  ask: 'neutral',
  shown: 'success',
}

/** Care that is recommended at this age, and what claims show about it; a missing claim is never presented as missing care. */
export function CareCard({ summary: { care, claimsAsOf, checked } }: { readonly summary: Summary }) {
  const t = useText()
  const format = useFormat()
  return (
    <Card title={t('wellness.care')}>
      <p>{t('wellness.care-about')}</p>
      <p className={lettering.small}>
        {claimsAsOf === null
          ? t('wellness.no-claims')
          : t('wellness.claims-as-of', { day: format.dateLong(claimsAsOf) })}{' '}
        {t('wellness.no-claim-means')}
      </p>
      {/* biome-ignore lint/a11y/noRedundantRoles: without bullets, some screen readers do not announce it as a list */}
      <ul className={styles.list} role="list">
        {care.map((one) => (
          <CareLine key={one.id} care={one} />
        ))}
      </ul>
      <p className={lettering.small}>
        {t('wellness.checked', { day: format.dateLong(checked) })}{' '}
        <Link to={links.guide('preventive-care')}>{t('wellness.costs')}</Link> ·{' '}
        <Link to={links.screen('health-record')}>{t('wellness.health-record')}</Link>
      </p>
    </Card>
  )
}

function CareLine({ care }: { readonly care: PreventiveItem }) {
  const t = useText()
  const format = useFormat()
  const { title, about, state, last, next, ifApplies, sex, smoked, source } = care
  const grade = source.grade === null ? '' : ` (${source.grade})`
  return (
    <li className={styles.line}>
      <div className={styles.words}>
        <h3 className={styles.name}>
          <Authored>{title}</Authored>
          <Badge tone={tones[state]}>{t(`wellness.state-${state}`)}</Badge>
        </h3>
        <p>
          <Authored>{about}</Authored>
        </p>
        {ifApplies && (
          <p className={lettering.muted}>
            {sex !== null && t(`wellness.for-${sex}`)} {smoked && t('wellness.for-smoked')}
          </p>
        )}
        {last !== null && (
          <p>
            {t(state === 'ask' ? 'wellness.last-dose' : 'wellness.last', { day: format.dateLong(last) })}{' '}
            {next !== null &&
              t(state === 'again' ? 'wellness.due-since' : 'wellness.due-from', { day: format.dateLong(next) })}
          </p>
        )}
        <p className={lettering.small}>
          <a href={source.url} target="_blank" rel="noopener noreferrer" className={styles.source}>
            {source.by}
            {grade}
            <ExternalLink aria-hidden="true" />
            <VisuallyHidden>
              {' '}
              {title} ({t('wellness.opens')})
            </VisuallyHidden>
          </a>{' '}
          · {format.date(source.date)}
        </p>
      </div>
    </li>
  )
}
