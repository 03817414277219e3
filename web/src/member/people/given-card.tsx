import { changeAccess, endAccess, sendInvitationAgain } from '@portico/contract/calls/people'
import { UserRound, UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useAction } from '../../base/api/use-action.ts'
import { useActsForPerson, usePage } from '../../base/page-state.tsx'
import { useText } from '../../base/texts/text.tsx'
import { ConfirmDialog } from '../../kit/forms/confirm-dialog.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import styles from '../../kit/forms/screen.module.css'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ChangeDialog, formatTyped } from './change-dialog.tsx'
import { GivenItem } from './given-item.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { PersonItem } from './person-item.tsx'
import { enqueue } from './queue.ts'
import type { GivenAccess, OnChange, PeopleData } from './types.ts'

interface GivenCardProps {
  readonly people: PeopleData
  readonly onChange: OnChange
}

/** The people to whom the member has given access, with everything they can do about it. */
export function GivenCard({ people, onChange }: GivenCardProps) {
  const t = useText()
  const isMember = usePage().session?.role === 'MEMBER'
  const mayChange = !useActsForPerson()
  const [inviting, setInviting] = useState(false)
  const [changing, setChanging] = useState<GivenAccess | null>(null)
  const [ending, setEnding] = useState<GivenAccess | null>(null)
  const again = useAgain(onChange)
  return (
    <Card title={t('people.given')}>
      {!isMember ? (
        <p className={styles.text}>{t('people.visitor')}</p>
      ) : people.given.length + people.seenBy.length === 0 ? (
        <EmptyState icon={<UserRound />} title={t('people.givenNoneTitle')} text={t('people.givenNone')} />
      ) : (
        <GivenList people={people} again={again} onChoose={setChanging} onEnd={setEnding} />
      )}
      <Problem text={again.problem} />
      {mayChange && people.mayInvite && isMember && (
        <div className={styles.actions}>
          <Button variant="secondary" icon={<UserRoundPlus aria-hidden="true" />} onClick={() => setInviting(true)}>
            {t('people.invite')}
          </Button>
        </div>
      )}
      <InviteDialog
        open={inviting}
        onClose={() => setInviting(false)}
        onDone={(people, email) => {
          setInviting(false)
          onChange(people, 'people.invited', { email })
        }}
      />
      {changing !== null && (
        <ChangeDialog
          key={changing.accessId}
          access={changing}
          onClose={() => setChanging(null)}
          onDone={(people) => {
            setChanging(null)
            onChange(people, 'people.changed', { name: changing.name })
          }}
        />
      )}
      <EndDialog ending={ending} onChange={onChange} onClose={() => setEnding(null)} />
    </Card>
  )
}

/** Actions that take one press: sending the same invitation again, and giving the same access again. */
function useAgain(onChange: OnChange) {
  const { busy, problem, run } = useAction({ 'TOO-MANY-REQUESTS': 'people.tooMany' })
  const send = ({ accessId, email }: GivenAccess) =>
    run(async () =>
      onChange(await enqueue(() => api.call(sendInvitationAgain, { params: { accessId } })), 'people.invited', {
        email,
      }),
    )
  const keep = ({ accessId, name, scopes, lastDay }: GivenAccess) =>
    run(async () => {
      const body = { scopes, lastDay: formatTyped(lastDay) }
      const people = await enqueue(() => api.call(changeAccess, { params: { accessId }, body }))
      onChange(people, 'people.changed', { name })
    })
  return { busy, problem, send, keep }
}

interface GivenListProps {
  readonly people: PeopleData
  readonly again: ReturnType<typeof useAgain>
  /** Opens an access for changes. */
  readonly onChoose: (access: GivenAccess) => void
  readonly onEnd: (access: GivenAccess) => void
}

/** The people who see the member's information: through the plan, and by the member's permission. */
function GivenList({ people: { given, seenBy, mayInvite }, again, onChoose, onEnd }: GivenListProps) {
  const t = useText()
  return (
    <>
      {given.length === 0 && <p className={styles.text}>{t('people.givenNoneBeside')}</p>}
      {seenBy.length === 0 && <p className={styles.text}>{t('people.givenAbout')}</p>}
      <ul className={styles.items} aria-label={t('people.given')}>
        {seenBy.map((person) => (
          <PersonItem
            key={`${person.firstName} ${person.lastName}`}
            name={`${person.firstName} ${person.lastName}`}
            about={t(mayInvite ? 'people.seenByPlan' : 'people.seenByPlanYoung')}
            scopes={person.scopes}
            ends={person.ends}
            until={person.until}
          />
        ))}
        {given.map((access) => (
          <GivenItem
            key={access.accessId}
            access={access}
            busy={again.busy}
            onAgain={() => again.send(access)}
            onChange={() => onChoose(access)}
            onKeep={() => again.keep(access)}
            onEnd={() => onEnd(access)}
          />
        ))}
      </ul>
    </>
  )
}

interface EndDialogProps {
  /** Null: no access is about to end. */
  readonly ending: GivenAccess | null
  readonly onChange: OnChange
  readonly onClose: () => void
}

/** Asks whether to end an access, or to withdraw an invitation. */
function EndDialog({ ending, onChange, onClose }: EndDialogProps) {
  const t = useText()
  const what = ending?.state === 'active' ? 'end' : 'withdraw'
  return (
    <ConfirmDialog
      open={ending !== null}
      title={t(`people.${what}Title`, { name: ending?.name ?? '' })}
      text={t(`people.${what}Text`)}
      action={t(`people.${what}`)}
      onClose={onClose}
      onConfirm={async () => {
        if (ending === null) return
        const people = await enqueue(() => api.call(endAccess, { params: { accessId: ending.accessId } }))
        onChange(people, what === 'end' ? 'people.ended' : 'people.withdrawn', { name: ending.name })
      }}
    />
  )
}
