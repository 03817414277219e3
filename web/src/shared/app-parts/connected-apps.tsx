import type { PayloadOf } from '@portico/contract/call'
import { endConnectedApp, listConnectedApps } from '@portico/contract/calls/apps'
import { AppWindow } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { useActsForPerson } from '../../base/page-state.tsx'
import { useMomentFormat } from '../../base/texts/moment.tsx'
import { useText } from '../../base/texts/text.tsx'
import { ConfirmDialog } from '../../kit/forms/confirm-dialog.tsx'
import styles from '../../kit/forms/screen.module.css'
import { Screen } from '../../kit/forms/screen.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { AppItem } from './app-item.tsx'
import { OfferedApps } from './offered-apps.tsx'

type Connected = PayloadOf<typeof listConnectedApps>
type Grant = Connected['apps'][number]

const load = (signal: AbortSignal) => api.call(listConnectedApps, { signal })

/** The apps that read the person's records; the person can end each at once (OS-39). */
export function ConnectedApps() {
  const t = useText()
  const loaded = useLoaded(load)
  const [ending, setEnding] = useState<Grant | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const mayOpen = !useActsForPerson()
  const name = ending?.app.name ?? ''
  return (
    <Screen title="apps.settings" about="apps.settingsAbout" loaded={loaded} done={done}>
      {({ apps, offered, people }) => {
        const open = apps.filter(({ endedAt }) => endedAt === null)
        const past = apps.filter(({ endedAt }) => endedAt !== null)
        return (
          <>
            <Card>
              {open.length === 0 ? (
                <EmptyState icon={<AppWindow />} title={t('apps.noneTitle')} text={t('apps.none')} />
              ) : (
                <Grants label={t('apps.settings')} grants={open} onEnd={setEnding} />
              )}
            </Card>
            {offered.length > 0 && people.length > 0 && mayOpen && <OfferedApps offered={offered} people={people} />}
            {past.length > 0 && (
              <Card title={t('apps.past')}>
                <Grants label={t('apps.past')} grants={past} />
              </Card>
            )}
            <ConfirmDialog
              open={ending !== null}
              title={t('apps.endTitle', { app: name })}
              text={t('apps.endText')}
              action={t('apps.endAction')}
              onClose={() => setEnding(null)}
              onConfirm={async () => {
                if (ending === null) return
                const { grantId } = ending
                const left = await api.call(endConnectedApp, { params: { grantId } })
                loaded.change(() => left)
                setDone(t('apps.ended', { app: name }))
              }}
            />
          </>
        )
      }}
    </Screen>
  )
}

interface GrantsProps {
  readonly label: string
  readonly grants: readonly Grant[]
  /** Left out: they have ended. */
  readonly onEnd?: (grant: Grant) => void
}

function Grants({ label, grants, onEnd }: GrantsProps) {
  return (
    <ul className={styles.items} aria-label={label}>
      {grants.map((grant) => (
        <GrantItem key={grant.grantId} grant={grant} onEnd={onEnd} />
      ))}
    </ul>
  )
}

function GrantItem({ grant, onEnd }: { readonly grant: Grant; readonly onEnd: GrantsProps['onEnd'] }) {
  const t = useText()
  const format = useMomentFormat()
  const mayEnd = !useActsForPerson()
  const { app, whose, firstName, lastName, parts, sensitive, beganAt, endsAt, usedAt, daysUsed, endedAt } = grant
  const read = [...parts.map((part) => t(`apps.part.${part}`)), ...(sensitive ? [t('apps.sensitive')] : [])]
  const action = onEnd && mayEnd && (
    <Button variant="secondary" aria-label={t('apps.endOne', { app: app.name })} onClick={() => onEnd(grant)}>
      {t('apps.end')}
    </Button>
  )
  const until = endsAt === null ? t('apps.untilOpen') : t('apps.until', { date: format.dateTime(endsAt) })
  return (
    <AppItem app={app} action={action}>
      {whose !== 'own' && (
        <p className={lettering.small}>{t('apps.of', { name: `${firstName} ${lastName}`.trim() })}</p>
      )}
      <p className={lettering.small}>{read.join(', ')}</p>
      <p className={lettering.small}>
        {t('apps.since', { date: format.date(beganAt) })}
        {', '}
        {endedAt === null ? until : t('apps.endedOn', { date: format.date(endedAt) })}
      </p>
      <p className={lettering.small}>
        {usedAt === null ? t('apps.usedNever') : t('apps.used', { date: format.date(usedAt), days: daysUsed })}
      </p>
    </AppItem>
  )
}
