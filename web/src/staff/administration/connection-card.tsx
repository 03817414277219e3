import { stopConnection } from '@portico/contract/calls/connections'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useAction } from '../../base/api/use-action.ts'
import { useMomentFormat } from '../../base/texts/moment.tsx'
import { useText } from '../../base/texts/text.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Alert } from '../../ui/alert.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import styles from './administration.module.css'
import { ConnectionForm } from './connection-form.tsx'
import { ConnectionPeople } from './connection-people.tsx'
import { brandNames, type Connection, type Connections } from './types.ts'
import { WaitingVersion } from './waiting-version.tsx'

interface ConnectionCardProps {
  readonly connection: Connection
  readonly brands: Connections['brands']
  readonly onDone: (next: Connections, words?: string) => void
}

/** One connection: the settings in effect and waiting, who signs in through it, and how that went lately. */
export function ConnectionCard({ connection, brands, onDone }: ConnectionCardProps) {
  const t = useText()
  const [changing, setChanging] = useState(false)
  const stop = useAction()
  const { connectionId, name, brand, audience, kind, live, waiting, addresses } = connection
  const formatBrand = brandNames(brands, t('administration.brands.all'))
  const isOn = live !== null
  return (
    <Card
      title={<bdi>{name}</bdi>}
      action={
        <Badge tone={isOn ? 'success' : 'neutral'}>
          {t(isOn ? 'administration.connections.on' : 'administration.connections.off')}
        </Badge>
      }
    >
      <div className={styles.side}>
        <p className={styles.badges}>
          <Badge tone="info">{formatBrand(brand)}</Badge>
          <Badge tone="neutral">{t(`administration.connections.audience.${audience}`)}</Badge>
          <Badge tone="neutral">{t(`administration.connections.kind.${kind}`)}</Badge>
        </p>
        <CertificateEnd until={connection.certificateUntil} />
        {waiting !== null && (
          <WaitingVersion connection={connection} waiting={waiting} formatBrand={formatBrand} onDone={onDone} />
        )}
        <h3 className={styles.subtitle}>{t('administration.connections.addresses')}</h3>
        <dl className={styles.facts}>
          {addressNames
            .filter((one) => shownOf[kind].includes(one))
            .map((one) => (
              <div key={one}>
                <dt>{t(`administration.connections.address.${one}`)}</dt>
                <dd>
                  <bdi>{addresses[one]}</bdi>
                </dd>
              </div>
            ))}
        </dl>
        <ConnectionPeople connection={connection} onDone={onDone} />
        <LastAttempts connection={connection} />
        {changing ? (
          <ConnectionForm before={connection} brands={brands} onDone={onDone} onCancel={() => setChanging(false)} />
        ) : (
          <div className={styles.buttons}>
            <Button variant="secondary" onClick={() => setChanging(true)}>
              {t('administration.connections.change')}
            </Button>
            {isOn && (
              <Button
                variant="danger"
                busy={stop.busy}
                onClick={() =>
                  stop.run(async () => {
                    const next = await api.call(stopConnection, { params: { connectionId } })
                    onDone(next, t('administration.connections.stopped'))
                  })
                }
              >
                {t('administration.connections.stop')}
              </Button>
            )}
          </div>
        )}
        <Problem text={stop.problem} />
      </div>
    </Card>
  )
}

/** The server asks a directory itself, so a directory has no address that people are sent to. */
const shownOf: Readonly<Record<Connection['kind'], readonly string[]>> = {
  oidc: ['answer', 'logout', 'start'],
  saml: ['answer', 'metadata', 'logout', 'start'],
  ldap: ['start'],
}
const addressNames = ['answer', 'metadata', 'logout', 'start'] as const

/** The doctor warns this long in advance, too. */
const warnMs = 30 * 24 * 3_600_000

/** Providers change their key before their certificate ends; no one gets in with the new key before it is entered here (OS-71). */
function CertificateEnd({ until }: { readonly until: string | null }) {
  const t = useText()
  const format = useMomentFormat()
  if (until === null || Date.parse(until) - Date.now() > warnMs) return null
  const ended = Date.parse(until) <= Date.now()
  const day = format.date(until)
  return (
    <Alert tone={ended ? 'danger' : 'warning'}>
      {t(ended ? 'administration.connections.certificate.ended' : 'administration.connections.certificate.ends', {
        day,
      })}
    </Alert>
  )
}

function LastAttempts({ connection: { attempts } }: { readonly connection: Connection }) {
  const t = useText()
  const format = useMomentFormat()
  return (
    <>
      <h3 className={styles.subtitle}>{t('administration.connections.attempts')}</h3>
      {attempts.length === 0 && <p className={lettering.key}>{t('administration.connections.attempts.none')}</p>}
      <ul className={styles.plain}>
        {attempts.map(({ at, outcome, detail }) => (
          <li key={`${at} ${outcome}`}>
            {format.dateTime(at)}: {t(`administration.connections.outcome.${outcome}`)}
            {detail !== null && (
              <>
                {' '}
                (<bdi>{detail}</bdi>)
              </>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
