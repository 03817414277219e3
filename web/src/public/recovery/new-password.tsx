import { checkRecoveryTicket } from '@portico/contract/calls/recovery'
import { CircleCheck, TimerOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { ApiError } from '../../base/api/error.ts'
import { links } from '../../base/router/links.ts'
import { useNavigation } from '../../base/router/navigation.ts'
import { dropTicket, readTicket, takeTicketFromAddress } from '../../base/storage/ticket.ts'
import { useText } from '../../base/texts/text.tsx'
import styles from '../../kit/forms/form-page.module.css'
import { Outcome } from '../../kit/forms/outcome.tsx'
import { readStrength } from '../../kit/forms/password-strength.ts'
import { loadPage } from '../../session/session/load-page.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import type { PasswordRule } from '../../ui/password-requirements.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { NewPasswordForm } from './new-password-form.tsx'

/** A new password for people who came through a recovery link or their security questions (RG-2). */
export function NewPassword() {
  const t = useText()
  const { href } = useNavigation()
  const [rule, setRule] = useState<PasswordRule | null>(null)
  const [ticket, setTicket] = useState<string | null | undefined>()
  const [done, setDone] = useState(false)
  const end = (changed: boolean) => {
    dropTicket('new-password')
    setTicket(null)
    setDone(changed)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the link is opened
  useEffect(() => {
    takeTicketFromAddress()
    const kept = readTicket('new-password')
    const leaving = new AbortController()
    if (kept === null) setTicket(null)
    else
      Promise.all([readLoginId(kept, leaving.signal), readStrength('forgottenPassword', leaving.signal)]).then(
        ([loginId, strength]) => {
          if (loginId === null) return end(false)
          setRule({ ...strength, loginId })
          setTicket(kept)
        },
        () => {},
      )
    return () => leaving.abort()
  }, [])

  if (done) {
    return (
      <Outcome icon={CircleCheck} title={t('recovery.changed.title')} text={t('recovery.changed.text')}>
        {/* No one is signed in here anymore, so the page must be loaded again. */}
        <Button onClick={() => loadPage(href(links.signIn()))}>{t('recovery.signIn')}</Button>
      </Outcome>
    )
  }
  if (ticket === null) {
    return (
      <Outcome icon={TimerOff} title={t('recovery.expired.title')} text={t('recovery.expired.text')}>
        <ButtonLink to={links.screen('forgot-password')}>{t('recovery.expired.again')}</ButtonLink>
      </Outcome>
    )
  }
  return (
    <div className={styles.view}>
      <h1>{t('recovery.new.title')}</h1>
      <p className={styles.intro}>{t('recovery.new.intro')}</p>
      {rule === null || ticket === undefined ? (
        <div className={styles.form} aria-busy="true">
          <Skeleton shape="line" />
          <Skeleton shape="block" />
        </div>
      ) : (
        <NewPasswordForm ticket={ticket} rule={rule} onChanged={() => end(true)} onExpired={() => end(false)} />
      )}
    </div>
  )
}

/**
 * The login ID that a ticket is for; null if the ticket no longer works; empty if that cannot be determined, in which case the form
 * finds out. Rejects when it is aborted.
 */
async function readLoginId(ticket: string, signal: AbortSignal): Promise<string | null> {
  try {
    return (await api.call(checkRecoveryTicket, { body: { ticket }, signal })).logonId
  } catch (error) {
    signal.throwIfAborted()
    return error instanceof ApiError && error.code === 'CHALLENGE-EXPIRED' ? null : ''
  }
}
