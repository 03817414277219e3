import { lockMemberAccount, openAccountRecord, sendAccountLink } from '@portico/contract/calls/administration'
import { useCallback, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useAction } from '../../base/api/use-action.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { useMomentFormat } from '../../base/texts/moment.tsx'
import { useText } from '../../base/texts/text.tsx'
import { ConfirmDialog } from '../../kit/forms/confirm-dialog.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './administration.module.css'
import { LiveSessions } from './live-sessions.tsx'
import type { AccountRecord } from './types.ts'
import { unlessLast } from './unless-last.ts'

/** A member's account: whether sign-in works, why the last tries failed, and the live sessions (AD-3). */
export function AccountCards({ accountId }: { readonly accountId: string }) {
  const load = useCallback(
    (signal: AbortSignal) => api.call(openAccountRecord, { params: { accountId }, signal }),
    [accountId],
  )
  const { value, failed, reload } = useLoaded(load)
  const [said, setSaid] = useState<string | null>(null)
  const showSaid = (words: string) => {
    setSaid(words)
    reload()
  }
  if (value === null) return failed ? <ErrorState onRetry={reload} /> : <Skeleton shape="block" />
  return (
    <section aria-label={value.account.name}>
      <div role="status" className={styles.notice}>
        {said !== null && (
          <Alert key={said} tone="success">
            <p>{said}</p>
          </Alert>
        )}
      </div>
      <div className={styles.columns}>
        <SignInCard record={value} onDone={showSaid} />
        <div className={styles.side}>
          <LiveSessions accountId={accountId} sessions={value.sessions} onDone={showSaid} />
        </div>
      </div>
    </section>
  )
}

function SignInCard({ record, onDone }: { readonly record: AccountRecord; readonly onDone: (words: string) => void }) {
  const t = useText()
  const format = useMomentFormat()
  const { accountId } = record.account
  const { lockedSince, guesses, failures } = record
  const action = useAction({ 'TOO-MANY-REQUESTS': 'administration.link.too-many' }, 'administration.failed')
  const [locking, setLocking] = useState(false)
  const setLock = async (locked: boolean) => {
    await api.call(lockMemberAccount, { params: { accountId }, body: { locked } })
    onDone(t(locked ? 'administration.lock.done' : 'administration.unlock.done'))
  }
  const sendLink = () =>
    action.run(async () => {
      const { sent } = await api.call(sendAccountLink, { params: { accountId } })
      onDone(t(sent ? 'administration.link.sent' : 'administration.link.no-address'))
    })
  const isLocked = lockedSince !== null || guesses.closed || guesses.lockedUntil !== null
  return (
    <Card title={t('administration.signing-in')}>
      <p>
        {lockedSince !== null
          ? t('administration.locked.staff', { at: format.dateTime(lockedSince) })
          : guesses.closed
            ? t('administration.locked.closed', { count: guesses.failures })
            : guesses.lockedUntil !== null
              ? t('administration.locked.guesses', { at: format.dateTime(guesses.lockedUntil) })
              : t('administration.not-locked')}
      </p>
      <ul className={styles.facts}>
        <li>{t(record.secondFactor ? 'administration.second-factor.on' : 'administration.second-factor.off')}</li>
        <li>
          {record.passwordDue
            ? t('administration.password-due')
            : t('administration.password-since', { at: format.date(record.passwordChangedAt) })}
        </li>
      </ul>
      <h3 className={styles.small}>{t('administration.failures')}</h3>
      {failures.length === 0 && <p className={lettering.key}>{t('administration.failures.none')}</p>}
      <ol className={styles.plain}>
        {failures.map(({ at, why, address }) => (
          <li key={`${at} ${why}`}>
            {t(`administration.why.${why}`)}
            <span className={styles.explained}>
              {t('administration.failure.at', { at: format.dateTime(at), address })}
            </span>
          </li>
        ))}
      </ol>
      <div className={styles.buttons}>
        {isLocked && (
          <Button busy={action.busy} onClick={() => action.run(() => setLock(false))}>
            {t('administration.unlock')}
          </Button>
        )}
        <Button variant="secondary" busy={action.busy} onClick={sendLink}>
          {t('administration.link.send')}
        </Button>
        {lockedSince === null && (
          <Button variant="danger" onClick={() => setLocking(true)}>
            {t('administration.lock')}
          </Button>
        )}
      </div>
      <Problem text={action.problem} />
      <ConfirmDialog
        problems={unlessLast}
        open={locking}
        title={t('administration.lock')}
        text={t('administration.lock.text')}
        action={t('administration.lock')}
        onClose={() => setLocking(false)}
        onConfirm={() => setLock(true)}
      />
    </Card>
  )
}
