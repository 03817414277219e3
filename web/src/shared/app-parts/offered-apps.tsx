import type { PayloadOf } from '@portico/contract/call'
import { launchApp, type listConnectedApps } from '@portico/contract/calls/apps'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useAction } from '../../base/api/use-action.ts'
import { useText } from '../../base/texts/text.tsx'
import { Options } from '../../kit/forms/options.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import styles from '../../kit/forms/screen.module.css'
import lettering from '../../kit/layout/lettering.module.css'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Select } from '../../ui/select.tsx'
import { AppItem } from './app-item.tsx'

type Offered = Pick<PayloadOf<typeof listConnectedApps>, 'offered' | 'people'>

/** The plan's listed apps; each opens with the plan and the person whose records it is about (OS-34). */
export function OfferedApps({ offered, people }: Offered) {
  const t = useText()
  const [personId, setPersonId] = useState(people[0]?.personId ?? '')
  const action = useAction({}, 'apps.failed')
  const open = (clientId: string) =>
    action.run(async () => {
      const { to } = await api.call(launchApp, { body: { appId: clientId, personId } })
      location.assign(to)
    })
  return (
    <Card title={t('apps.offered')}>
      <p className={lettering.small}>{t('apps.offeredAbout')}</p>
      {people.length > 1 && (
        <Select label={t('apps.whose')} value={personId} onValue={setPersonId}>
          <Options of={people} value={(one) => one.personId} text={(one) => `${one.firstName} ${one.lastName}`} />
        </Select>
      )}
      <ul className={styles.items} aria-label={t('apps.offered')}>
        {offered.map((app) => (
          <AppItem
            key={app.clientId}
            app={app}
            action={
              <Button variant="secondary" busy={action.busy} onClick={() => open(app.clientId)}>
                {t('apps.open', { app: app.name })}
              </Button>
            }
          />
        ))}
      </ul>
      <Problem text={action.problem} flush />
    </Card>
  )
}
