import { usePage } from '../../base/page-state.tsx'
import { links } from '../../base/router/links.ts'
import { type Format, useFormat } from '../../base/texts/format.ts'
import { type Translate, useText } from '../../base/texts/text.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Standing } from './standing.tsx'
import styles from './standing-card.module.css'
import type { PlanData } from './types.ts'

type Covered = PlanData['covered'][number]

/** The plan, whether it is in effect, and whom it covers for which period. */
export function StandingCard({ plan }: { readonly plan: PlanData }) {
  const t = useText()
  const format = useFormat()
  const isOwn = !usePage().session?.simulation?.scopes
  const { groupName: name, groupNumber: number } = plan
  return (
    <Card title={plan.planName} action={<Standing standing={plan.standing} />}>
      <p className={lettering.small}>
        {t(`coverage.kind-${plan.kind}`)} · {t('coverage.group', { name, number })}
      </p>
      <p className={styles.words}>{formatStanding(plan, t, format)}</p>
      {plan.standing === 'pending' && isOwn && (
        <ButtonLink to={links.screen('ebill')}>{t('coverage.pay-first')}</ButtonLink>
      )}
      {plan.standing === 'ended' && <p className={lettering.small}>{t('coverage.past-about')}</p>}
      <h3 className={styles.who}>{t('coverage.who')}</h3>
      {/* biome-ignore lint/a11y/noRedundantRoles: without bullets, some screen readers do not announce it as a list */}
      <ul className={styles.people} role="list">
        {plan.covered.map((person) => (
          <li key={`${person.firstName} ${person.lastName} ${person.relationship}`}>
            <span className={styles.name}>
              {person.firstName} {person.lastName}
            </span>
            <span className={lettering.small}>{t(`coverage.who-${person.relationship}`)}</span>
            <span className={lettering.small}>{daysWords(person, t, format)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function formatStanding({ standing, begins, ends }: PlanData, t: Translate, { dateLong }: Format): string {
  const days = { begins: begins === null ? '' : dateLong(begins), ends: ends === null ? '' : dateLong(ends) }
  switch (standing) {
    case 'active':
      if (begins === null) return t('coverage.words-active-open')
      return t(ends === null ? 'coverage.words-active' : 'coverage.words-active-through', days)
    case 'pending':
      return t(begins === null ? 'coverage.words-pending' : 'coverage.words-pending-from', days)
    case 'upcoming':
      return begins === null ? t('coverage.words-unknown') : t('coverage.words-upcoming', days)
    default:
      return t(`coverage.words-${standing}`, days)
  }
}

function daysWords({ begins, ends }: Covered, t: Translate, { date }: Format): string {
  const days = { begins: begins === null ? '' : date(begins), ends: ends === null ? '' : date(ends) }
  if (begins === null) return t(ends === null ? 'coverage.who-unknown' : 'coverage.who-until', days)
  return t(ends === null ? 'coverage.who-from' : 'coverage.who-through', days)
}
