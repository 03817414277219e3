import { wellness } from '@portico/contract/calls/wellness'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { useActsForPerson, usePage } from '../../base/page-state.tsx'
import type { View } from '../../base/router/view.ts'
import { useText, useTexts } from '../../base/texts/text.tsx'
import { FailedCard } from '../../kit/layout/failed-card.tsx'
import { Page } from '../../kit/layout/page.tsx'
import { ChildCareCard } from '../../shared/child-care/child-care-card.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CareCard } from './care-card.tsx'
import { Goals } from './goals.tsx'
import { HealthCheck } from './health-check.tsx'
import { Offers } from './offers.tsx'
import styles from './wellness-view.module.css'

/** Staying well (MP-20): care that is due, a private health check, goals, and the brand's programs. */
function Wellness() {
  const t = useText()
  const { language } = useTexts()
  const acts = useActsForPerson()
  const { session } = usePage()
  const { value, failed, reload, refresh, change } = useLoaded((signal) => api.call(wellness, { signal }), {
    key: language,
    wanted: !acts,
  })
  return (
    <Page title={t('wellness.title')} about={t('wellness.about')}>
      {acts && session?.simulation?.ofChild === true ? (
        <ChildCareCard name={session.firstName} />
      ) : acts ? (
        <Alert tone="info" title={t('wellness.acting')}>
          <p>{t('wellness.acting-text')}</p>
        </Alert>
      ) : value !== null ? (
        <div className={styles.parts}>
          <CareCard summary={value} />
          <HealthCheck
            assessment={value.assessment}
            onChange={(assessment) => {
              change((last) => ({ ...last, assessment }))
              // The recommended care may have changed along with the answers.
              refresh()
            }}
          />
          <Goals
            goals={value.goals}
            today={value.today}
            onChange={(next) => change((last) => ({ ...last, ...next }))}
          />
          <Offers title={t('wellness.programs')} offers={value.programs} none={t('wellness.no-programs')} />
          <Offers title={t('wellness.rewards')} offers={value.rewards} none={t('wellness.no-rewards')} />
        </div>
      ) : failed ? (
        <FailedCard onRetry={reload} />
      ) : (
        <div className={styles.parts}>
          {[0, 1].map((card) => (
            <Card key={card}>
              <Skeleton shape="title" />
              <Skeleton shape="block" />
            </Card>
          ))}
        </div>
      )}
    </Page>
  )
}

export const view: View = { title: 'wellness.title', Component: Wellness }
