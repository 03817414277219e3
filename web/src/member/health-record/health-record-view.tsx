import type { PayloadOf } from '@portico/contract/call'
import { healthRecord } from '@portico/contract/calls/health-record'
import { healthKinds } from '@portico/rules/health/entry'
import { HeartPulse, Printer } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { useActsForPerson } from '../../base/page-state.tsx'
import type { View } from '../../base/router/view.ts'
import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import { Options } from '../../kit/forms/options.tsx'
import { FailedCard } from '../../kit/layout/failed-card.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Page } from '../../kit/layout/page.tsx'
import { PhoneLink } from '../../kit/phone/phone-link.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CardSkeleton } from '../../ui/card-skeleton.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Select } from '../../ui/select.tsx'
import { EntryList } from './entry-list.tsx'
import styles from './health-record-view.module.css'

export type RecordData = PayloadOf<typeof healthRecord>

/** The plan's information about a person's health (OS-1): calm, dated, with its source, and with its limits. */
function HealthRecord() {
  const t = useText()
  const acts = useActsForPerson()
  const { value, loading, failed, reload } = useLoaded((signal) => api.call(healthRecord, { signal }), {
    wanted: !acts,
  })
  return (
    <Page
      title={t('health-record.title')}
      about={t('health-record.about')}
      status={loading && t('health-record.loading')}
    >
      {acts ? (
        <Alert tone="info" title={t('health-record.acting')}>
          <p>{t('health-record.acting-text')}</p>
        </Alert>
      ) : value !== null ? (
        <Loaded record={value} />
      ) : failed ? (
        <FailedCard onRetry={reload} />
      ) : (
        <div className={styles.parts} aria-busy="true">
          <CardSkeleton />
          <CardSkeleton />
        </div>
      )}
    </Page>
  )
}

function Loaded({ record }: { readonly record: RecordData }) {
  const t = useText()
  const { dateLong } = useFormat()
  // The chosen person is not in the address.
  const [who, setWho] = useState(record.people[0]?.memberId ?? '')
  const shown = record.entries.filter(({ person }) => person.memberId === who)
  const [open, apart] = [shown.filter((one) => !one.sensitive), shown.filter((one) => one.sensitive)]
  const [own, earlier] = [open.filter((one) => one.planName === null), open.filter((one) => one.planName !== null)]
  const more = record.people.length === 1 ? record.more : []
  return (
    <div className={styles.parts}>
      <Alert tone="info" title={t('health-record.not-all')}>
        <p>{t('health-record.not-all-text')}</p>
      </Alert>
      {record.people.length > 1 && (
        <Select className={styles.who} label={t('health-record.who')} value={who} onValue={setWho}>
          <Options
            of={record.people}
            value={(one) => one.memberId}
            text={(one) => `${one.firstName} ${one.lastName}`}
          />
        </Select>
      )}
      {shown.length === 0 ? (
        <Card>
          <EmptyState
            icon={<HeartPulse />}
            title={t('health-record.none-title')}
            text={t('health-record.none')}
            action={<PhoneLink />}
          />
        </Card>
      ) : (
        healthKinds.map((kind) => (
          <Card key={kind} title={t(`health-record.kind-${kind}`)}>
            <EntryList entries={own.filter((one) => one.kind === kind)} />
            {more.map(
              (one) =>
                one.kind === kind && (
                  <p key={kind} className={lettering.key}>
                    {t('health-record.more', { count: one.count })}
                  </p>
                ),
            )}
          </Card>
        ))
      )}
      {earlier.length > 0 && (
        <Card title={t('health-record.earlier')}>
          <p className={lettering.key}>{t('health-record.earlier-about')}</p>
          <EntryList entries={earlier} withKind />
          {record.people.length === 1 && record.moreEarlier > 0 && (
            <p className={lettering.key}>{t('health-record.earlier-more', { count: record.moreEarlier })}</p>
          )}
        </Card>
      )}
      {apart.length > 0 && (
        <Card title={t('health-record.apart')}>
          <p className={lettering.key}>{t('health-record.apart-about')}</p>
          <EntryList entries={apart} withKind />
        </Card>
      )}
      <div className={styles.foot}>
        {record.asOf !== null && (
          <p className={lettering.key}>{t('health-record.as-of', { day: dateLong(record.asOf) })}</p>
        )}
        {shown.length > 0 && (
          <Button variant="secondary" icon={<Printer aria-hidden="true" />} onClick={() => window.print()}>
            {t('health-record.print')}
          </Button>
        )}
      </div>
    </div>
  )
}

export const view: View = { title: 'health-record.title', Component: HealthRecord }
