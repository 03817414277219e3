import { confirmEmail } from '@portico/contract/calls/profile'
import { CircleCheck, MailCheck, TimerOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { ApiError } from '../../base/api/error.ts'
import { useAction } from '../../base/api/use-action.ts'
import { usePage } from '../../base/page-state.tsx'
import { links } from '../../base/router/links.ts'
import type { View } from '../../base/router/view.ts'
import { dropTicket, readTicket, takeTicketFromAddress } from '../../base/storage/ticket.ts'
import { useText } from '../../base/texts/text.tsx'
import styles from '../../kit/forms/form-page.module.css'
import { Outcome } from '../../kit/forms/outcome.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'

/**
 * Where the link to confirm a new e-mail address leads (RG-3): it takes a click, so that programs that follow links do not confirm
 * it.
 */
function ConfirmEmail() {
  const t = useText()
  const { session } = usePage()
  const [ticket, setTicket] = useState<string | null | undefined>()
  const [done, setDone] = useState(false)
  const confirming = useAction({ 'TOO-MANY-REQUESTS': 'profile.confirm.tooMany' }, 'profile.confirm.failed')
  useEffect(() => {
    takeTicketFromAddress()
    setTicket(readTicket('confirm-email'))
  }, [])
  const end = (confirmed: boolean) => {
    dropTicket('confirm-email')
    setTicket(null)
    setDone(confirmed)
  }
  const confirm = (sent: string) =>
    confirming.run(async () => {
      try {
        await api.call(confirmEmail, { body: { ticket: sent } })
        end(true)
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'CHALLENGE-EXPIRED') throw error
        end(false)
      }
    })
  const onward = session ? (
    <ButtonLink to={links.account('contact')}>{t('profile.confirm.toAccount')}</ButtonLink>
  ) : (
    <ButtonLink to={links.signIn()}>{t('profile.confirm.signIn')}</ButtonLink>
  )
  if (done) {
    return (
      <Outcome icon={CircleCheck} title={t('profile.confirm.doneTitle')} text={t('profile.confirm.doneText')}>
        {onward}
      </Outcome>
    )
  }
  if (ticket === null) {
    return (
      <Outcome icon={TimerOff} title={t('profile.confirm.overTitle')} text={t('profile.confirm.overText')}>
        {onward}
      </Outcome>
    )
  }
  return (
    <div className={styles.view}>
      <MailCheck aria-hidden="true" className={styles.mark} />
      <h1>{t('profile.confirm.title')}</h1>
      <p className={styles.intro}>{t('profile.confirm.text')}</p>
      <Problem text={confirming.problem} flush />
      <div className={styles.actions}>
        <Button busy={confirming.busy || ticket === undefined} onClick={() => ticket && confirm(ticket)}>
          {t('profile.confirm.confirm')}
        </Button>
      </div>
    </div>
  )
}

export const view: View = { title: 'profile.confirm.title', Component: ConfirmEmail }
