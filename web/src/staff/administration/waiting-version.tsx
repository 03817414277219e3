import { decideConnection, tryConnection } from '@portico/contract/calls/connections'
import { endsSessions } from '@portico/rules/identity/connection'
import { api } from '../../base/api/api.ts'
import { useAction } from '../../base/api/use-action.ts'
import { useMomentFormat } from '../../base/texts/moment.tsx'
import { useText } from '../../base/texts/text.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Alert } from '../../ui/alert.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import styles from './administration.module.css'
import type { Connection, Connections } from './types.ts'

interface WaitingVersionProps {
  readonly connection: Connection
  readonly waiting: NonNullable<Connection['waiting']>
  readonly formatBrand: (code: string) => string
  readonly onDone: (next: Connections) => void
}

/** Waiting settings: to be tried, and to be switched on by another administrator (OS-60). */
export function WaitingVersion({ connection, waiting, formatBrand, onDone }: WaitingVersionProps) {
  const t = useText()
  const format = useMomentFormat()
  const action = useAction({
    CONFLICT: 'administration.connections.conflict',
    UNAVAILABLE: 'administration.connections.unreachable',
  })
  const { connectionId, live } = connection
  const params = { connectionId, version: String(waiting.version) }
  const decide = (confirm: boolean) =>
    action.run(async () => onDone(await api.call(decideConnection, { params, body: { confirm } })))
  const tryIt = () =>
    action.run(async () => {
      const { to } = await api.call(tryConnection, { params })
      location.assign(to)
    })
  const { madeBy, madeAt, triedAt, arrived, own, version } = waiting
  return (
    <Alert tone="info">
      <h3 className={styles.subtitle}>{t('administration.connections.waiting')}</h3>
      <p>{t('administration.connections.made', { version, by: madeBy, at: format.dateTime(madeAt) })}</p>
      {triedAt === null ? (
        <p>{t('administration.connections.untried')}</p>
      ) : (
        <>
          <p>{t('administration.connections.tried', { at: format.dateTime(triedAt) })}</p>
          <dl className={styles.facts}>
            {arrived?.map(({ name, values }) => (
              <div key={name}>
                <dt>
                  <bdi>{name}</bdi>
                </dt>
                <dd>
                  <bdi>{values.join(', ')}</bdi>
                </dd>
              </div>
            ))}
          </dl>
          <WhatItMeans means={waiting.means} formatBrand={formatBrand} />
          <WhatIsMissing connection={connection} waiting={waiting} />
        </>
      )}
      {waiting.settings.makesPeople === true && <p>{t('administration.connections.makes-people')}</p>}
      {live !== null && endsSessions(live.settings, waiting.settings) && (
        <p>{t('administration.connections.ends-sessions')}</p>
      )}
      <div className={styles.buttons}>
        <Button variant="secondary" busy={action.busy} onClick={tryIt}>
          {t('administration.connections.try')}
        </Button>
        {!own && triedAt !== null && (
          <Button busy={action.busy} onClick={() => decide(true)}>
            {t('administration.connections.confirm')}
          </Button>
        )}
        <Button variant="quiet" busy={action.busy} onClick={() => decide(false)}>
          {t('administration.connections.drop')}
        </Button>
      </div>
      <Problem text={action.problem} />
    </Alert>
  )
}

/** The rights that the arriving groups would grant, by the present settings of those groups (OS-60). */
function WhatItMeans({
  means,
  formatBrand,
}: Pick<WaitingVersionProps['waiting'], 'means'> & Pick<WaitingVersionProps, 'formatBrand'>) {
  const t = useText()
  if (means === null || means.length === 0) return null
  return (
    <>
      <h4 className={styles.subtitle}>{t('administration.connections.tried.means')}</h4>
      <ul className={styles.side}>
        {means.map(({ group, entitlements, brands }) => (
          <li key={group} className={styles.badges}>
            <bdi className={lettering.name}>{group}</bdi>
            {entitlements.length === 0 && brands.length === 0 && (
              <Badge tone="neutral">{t('administration.connections.tried.means-nothing')}</Badge>
            )}
            {entitlements.map((one) => (
              <Badge key={one} tone="warning">
                {t(`administration.entitlement.${one}`)}
              </Badge>
            ))}
            {brands.map((code) => (
              <Badge key={code} tone="info">
                {formatBrand(code)}
              </Badge>
            ))}
          </li>
        ))}
      </ul>
      <p>{t('administration.connections.tried.means-hint')}</p>
    </>
  )
}

/** Names the claims that the settings read but that did not arrive, and what to do about it. */
function WhatIsMissing({ connection: { audience }, waiting }: Pick<WaitingVersionProps, 'connection' | 'waiting'>) {
  const t = useText()
  const { arrived, omitsGroups, settings } = waiting
  if (arrived === null) return null
  const { nameClaim, groupsClaim } = settings
  const isThere = (claim: string) => arrived.some(({ name, values }) => name === claim && values.length > 0)
  const readsGroups = audience === 'staff' && groupsClaim !== ''
  return (
    <>
      {!isThere(nameClaim) && <p>{t('administration.connections.tried.no-name', { claim: nameClaim })}</p>}
      {omitsGroups && <Alert tone="warning">{t('administration.connections.tried.too-many-groups')}</Alert>}
      {!omitsGroups && readsGroups && !isThere(groupsClaim) && (
        <p>{t('administration.connections.tried.no-groups', { claim: groupsClaim })}</p>
      )}
    </>
  )
}
