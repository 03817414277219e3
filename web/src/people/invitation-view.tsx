import type { PayloadOf } from '@portico/contract/call'
import { answerInvitation, openInvitation } from '@portico/contract/calls/people'
import { CircleCheck, CircleX, TimerOff, UserRoundPlus } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { useAction } from '../account/use-action.ts'
import { api } from '../api/api.ts'
import { ApiError } from '../api/error.ts'
import { useFormat } from '../messages/format.ts'
import { useText } from '../messages/text.tsx'
import { Outcome } from '../recovery/outcome.tsx'
import styles from '../recovery/recovery.module.css'
import { dropTicket, keptTicket, takeTicketFromAddress } from '../recovery/ticket.ts'
import { links } from '../router/links.ts'
import type { View } from '../router/view.ts'
import { Alert } from '../ui/alert.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { ScopeList } from './scope-list.tsx'

type Offer = PayloadOf<typeof openInvitation>
type End = 'over' | 'accepted' | 'declined'

const icons = { over: TimerOff, accepted: CircleCheck, declined: CircleX } as const

/** Where the link of an invitation leads (RG-3): who invites, to what, and the two answers. */
function Invitation() {
  const t = useText()
  const [offer, setOffer] = useState<Offer | null>(null)
  const [end, setEnd] = useState<End | null>(null)
  const action = useAction({ 'TOO-MANY-REQUESTS': 'people.invitation.tooMany' }, 'people.invitation.failed')
  const { run } = action
  const over = useCallback((how: End) => {
    dropTicket('invitation')
    setEnd(how)
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the invitation is opened once
  useEffect(() => {
    takeTicketFromAddress()
    run(async () => {
      const ticket = keptTicket('invitation')
      const found = ticket === null ? null : await orNull(api.call(openInvitation, { body: { ticket } }))
      if (found === null) setEnd('over')
      else setOffer(found)
    })
  }, [])

  const answer = (accept: boolean) =>
    run(async () => {
      const ticket = keptTicket('invitation')
      const done = ticket === null ? null : await orNull(api.call(answerInvitation, { body: { ticket, accept } }))
      over(done === null ? 'over' : accept ? 'accepted' : 'declined')
    })

  if (end !== null) {
    return (
      <Outcome icon={icons[end]} title={t(`people.invitation.${end}Title`)} text={t(`people.invitation.${end}Text`)}>
        <ButtonLink to={links.account('people')}>{t('people.invitation.toPeople')}</ButtonLink>
      </Outcome>
    )
  }
  return (
    <div className={styles.view}>
      <UserRoundPlus aria-hidden="true" className={styles.mark} />
      <h1>{t('people.invitation.title')}</h1>
      {offer === null ? (
        <p role="status">{action.problem === null && t('people.invitation.loading')}</p>
      ) : (
        <Offered offer={offer} />
      )}
      {action.problem && (
        <Alert tone="danger" role="alert">
          <p>{t(action.problem)}</p>
        </Alert>
      )}
      {offer !== null && (
        <div className={styles.actions}>
          <Button busy={action.busy} onClick={() => answer(true)}>
            {t('people.invitation.accept')}
          </Button>
          <Button variant="secondary" busy={action.busy} onClick={() => answer(false)}>
            {t('people.invitation.decline')}
          </Button>
        </div>
      )}
    </div>
  )
}

function Offered({ offer: { firstName, scopes, lastDay } }: { readonly offer: Offer }) {
  const t = useText()
  const format = useFormat()
  return (
    <>
      <p className={styles.intro}>{t('people.invitation.from', { name: firstName })}</p>
      <ScopeList scopes={scopes} />
      {lastDay !== null && <p>{t('people.invitation.until', { date: format.dateLong(lastDay) })}</p>}
      <p className={styles.intro}>{t('people.invitation.text')}</p>
    </>
  )
}

/** Null for an invitation that is no longer good, or none for this person. */
async function orNull<Answer>(asked: Promise<Answer>): Promise<Answer | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NOT-FOUND') return null
    throw error
  }
}

export const view: View = { title: 'people.invitation.title', Component: Invitation }
