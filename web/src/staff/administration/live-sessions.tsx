import { endAccountSession, endAccountSessions } from '@portico/contract/calls/administration'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useMomentFormat } from '../../base/texts/moment.tsx'
import { useText } from '../../base/texts/text.tsx'
import { ConfirmDialog } from '../../kit/forms/confirm-dialog.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { deviceName } from '../../shared/security/device-name.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import styles from './administration.module.css'
import type { LiveSession } from './types.ts'

interface LiveSessionsProps {
  readonly accountId: string
  readonly sessions: readonly LiveSession[]
  readonly onDone: (words: string) => void
}

/** A person's live sessions, each of which can be ended (AD-2, AD-3). */
export function LiveSessions({ accountId, sessions, onDone }: LiveSessionsProps) {
  const t = useText()
  const format = useMomentFormat()
  const [ending, setEnding] = useState<LiveSession | 'all' | null>(null)
  const end = async () => {
    if (ending === 'all') await api.call(endAccountSessions, { params: { accountId } })
    else if (ending) await api.call(endAccountSession, { params: { accountId, sessionId: ending.sessionId } })
    onDone(t('administration.sessions.ended'))
  }
  return (
    <Card title={t('administration.sessions')}>
      {sessions.length === 0 && <p className={lettering.key}>{t('administration.sessions.none')}</p>}
      <ul className={styles.plain}>
        {sessions.map((session) => (
          <li key={session.sessionId} className={styles.session}>
            <div>
              <p>{deviceName(session, t)}</p>
              <p className={lettering.key}>
                {t('administration.session.since', {
                  since: format.dateTime(session.signedInAt),
                  last: format.dateTime(session.lastActiveAt),
                  address: session.address,
                })}
              </p>
            </div>
            <Button
              variant="quiet"
              aria-label={t('administration.session.end-named', { name: deviceName(session, t) })}
              onClick={() => setEnding(session)}
            >
              {t('administration.session.end')}
            </Button>
          </li>
        ))}
      </ul>
      {sessions.length > 0 && (
        <Button variant="secondary" onClick={() => setEnding('all')}>
          {t('administration.sessions.end-all')}
        </Button>
      )}
      <ConfirmDialog
        open={ending !== null}
        title={t(ending === 'all' ? 'administration.sessions.end-all' : 'administration.session.end')}
        text={t('administration.sessions.end-text')}
        action={t('administration.session.end')}
        onClose={() => setEnding(null)}
        onConfirm={end}
      />
    </Card>
  )
}
