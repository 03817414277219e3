import type { PayloadOf } from '@portico/contract/call'
import { answerInvitation, openInvitation } from '@portico/contract/calls/people'
import { CircleCheck, CircleX, TimerOff, UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { ApiError } from '../../base/api/error.ts'
import { useAction } from '../../base/api/use-action.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { links } from '../../base/router/links.ts'
import type { View } from '../../base/router/view.ts'
import { dropTicket, readTicket, takeTicketFromAddress } from '../../base/storage/ticket.ts'
import { useFormat } from '../../base/texts/format.ts'
import { useText } from '../../base/texts/text.tsx'
import styles from '../../kit/forms/form-page.module.css'
import { Outcome } from '../../kit/forms/outcome.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { ScopeList } from './scope-list.tsx'

type Offer = PayloadOf<typeof openInvitation>
type End = 'over' | 'accepted' | 'declined'

const icons = { over: TimerOff, accepted: CircleCheck, declined: CircleX } as const

const texts = { 'TOO-MANY-REQUESTS': 'people.invitation.tooMany' } as const
const otherwise = 'people.invitation.failed'

const toFailureText = (failure: unknown) =>
  failure instanceof ApiError && failure.code === 'TOO-MANY-REQUESTS' ? texts[failure.code] : null

async function open(signal: AbortSignal): Promise<Offer | 'over'> {
  takeTicketFromAddress()
  const ticket = readTicket('invitation')
  const found = ticket === null ? null : await orNull(api.call(openInvitation, { body: { ticket }, signal }))
  return found ?? 'over'
}

/** Where the link in an invitation leads (RG-3): who is inviting, to what, and the two answers. */
function Invitation() {
  const t = useText()
  const opened = useLoaded(open)
  const [end, setEnd] = useState<End | null>(null)
  const action = useAction(texts, otherwise)
  const over = (how: End) => {
    dropTicket('invitation')
    setEnd(how)
  }

  const answer = (accept: boolean) =>
    action.run(async () => {
      const ticket = readTicket('invitation')
      const done = ticket === null ? null : await orNull(api.call(answerInvitation, { body: { ticket, accept } }))
      over(done === null ? 'over' : accept ? 'accepted' : 'declined')
    })

  const offer = opened.value === 'over' ? null : opened.value
  const ended = end ?? (opened.value === 'over' ? 'over' : null)
  if (ended !== null) {
    return (
      <Outcome
        icon={icons[ended]}
        title={t(`people.invitation.${ended}Title`)}
        text={t(`people.invitation.${ended}Text`)}
      >
        <ButtonLink to={links.account('people')}>{t('people.invitation.toPeople')}</ButtonLink>
      </Outcome>
    )
  }
  return (
    <div className={styles.view}>
      <UserRoundPlus aria-hidden="true" className={styles.mark} />
      <h1>{t('people.invitation.title')}</h1>
      {offer === null ? (
        <p role="status">{opened.loading && t('people.invitation.loading')}</p>
      ) : (
        <Offered offer={offer} />
      )}
      {opened.failed && <ErrorState onRetry={opened.reload} text={t(toFailureText(opened.failure) ?? otherwise)} />}
      <Problem text={action.problem} flush />
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

/** Null for an invitation that has expired or is not for this person. */
async function orNull<Answer>(asked: Promise<Answer>): Promise<Answer | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NOT-FOUND') return null
    throw error
  }
}

export const view: View = { title: 'people.invitation.title', Component: Invitation }
