import { confirmRegistration } from '@portico/contract/calls/registration'
import { CircleAlert, CircleCheck, MailCheck, TimerOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { ApiError } from '../../base/api/error.ts'
import { usePage } from '../../base/page-state.tsx'
import { links } from '../../base/router/links.ts'
import { useNavigation } from '../../base/router/navigation.ts'
import { dropTicket, readTicket, takeTicketFromAddress } from '../../base/storage/ticket.ts'
import { RichText } from '../../base/texts/rich-text.tsx'
import { useText } from '../../base/texts/text.tsx'
import styles from '../../kit/forms/form-page.module.css'
import { Outcome } from '../../kit/forms/outcome.tsx'
import { PhoneLink } from '../../kit/phone/phone-link.tsx'
import { loadPage } from '../../session/session/load-page.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { type RegistrationFailure, RegistrationFailureNotice, toRegistrationFailure } from './failure.tsx'
import { TakenForm } from './taken-form.tsx'

const view = 'confirm-registration'
type End = { readonly kind: 'expired' | 'registered' } | { readonly kind: 'done'; readonly logonId: string }

/** The end of a registration (RG-1): it takes a click to open the account, so that programs that follow links do not. */
export function Confirm() {
  const t = useText()
  const { brand } = usePage()
  const [ticket, setTicket] = useState<string | null | undefined>()
  const [end, setEnd] = useState<End | null>(null)
  const [taken, setTaken] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<RegistrationFailure | null>(null)
  useEffect(() => {
    takeTicketFromAddress()
    setTicket(readTicket(view))
  }, [])

  const finish = (how: End) => {
    dropTicket(view)
    setEnd(how)
  }
  /** Whether the failure was final. */
  const handleFailure = (error: unknown): boolean => {
    const code = error instanceof ApiError ? error.code : null
    if (code === 'CHALLENGE-EXPIRED') finish({ kind: 'expired' })
    else if (code === 'CONFLICT') finish({ kind: 'registered' })
    else return false
    return true
  }
  const confirm = async (sent: string) => {
    setBusy(true)
    setFailure(null)
    try {
      const { logonId } = await api.call(confirmRegistration, { body: { ticket: sent } })
      finish({ kind: 'done', logonId })
    } catch (error) {
      if (error instanceof ApiError && error.entries.some(({ field }) => field === 'logonId')) setTaken(true)
      else if (!handleFailure(error)) setFailure(toRegistrationFailure(error))
    } finally {
      setBusy(false)
    }
  }

  if (end !== null || ticket === null) return <Ended end={end ?? { kind: 'expired' }} />
  if (taken && ticket !== undefined) {
    return <TakenForm ticket={ticket} onDone={(logonId) => finish({ kind: 'done', logonId })} isEnd={handleFailure} />
  }
  return (
    <div className={styles.view}>
      <MailCheck aria-hidden="true" className={styles.mark} />
      <h1>{t('registration.confirm.title')}</h1>
      <p className={styles.intro}>{t('registration.confirm.text', { name: brand.name })}</p>
      <RegistrationFailureNotice failure={failure} />
      <div className={styles.actions}>
        <Button busy={busy || ticket === undefined} onClick={() => ticket && confirm(ticket)}>
          {t('registration.confirm.confirm')}
        </Button>
      </div>
    </div>
  )
}

/** How it ended, and the way on from there. */
function Ended({ end }: { readonly end: End }) {
  const t = useText()
  const { brand } = usePage()
  const { href } = useNavigation()
  if (end.kind === 'done') {
    const { logonId } = end
    return (
      <Outcome icon={CircleCheck} title={t('registration.done.title')} text={t('registration.done.text', { logonId })}>
        {/* The server fills in the login ID. */}
        <Button onClick={() => loadPage(href(`${links.signIn()}?loginId=${encodeURIComponent(logonId)}`))}>
          {t('registration.signIn')}
        </Button>
      </Outcome>
    )
  }
  if (end.kind === 'registered') {
    return (
      <Outcome
        icon={CircleAlert}
        title={t('registration.registered.title')}
        text={
          <RichText
            id="registration.registered.text"
            values={{ hours: brand.customerServiceHours }}
            elements={{ phone: () => <PhoneLink /> }}
          />
        }
      >
        <ButtonLink to={links.signIn()}>{t('registration.signIn')}</ButtonLink>
      </Outcome>
    )
  }
  return (
    <Outcome icon={TimerOff} title={t('registration.expired.title')} text={t('registration.expired.text')}>
      <ButtonLink to={links.register()}>{t('registration.expired.again')}</ButtonLink>
    </Outcome>
  )
}
