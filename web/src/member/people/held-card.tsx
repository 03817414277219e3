import { endAccess } from '@portico/contract/calls/people'
import { UserRound } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useAction } from '../../base/api/use-action.ts'
import { useActsForPerson } from '../../base/page-state.tsx'
import { useNavigation } from '../../base/router/navigation.ts'
import { useText } from '../../base/texts/text.tsx'
import { ConfirmDialog } from '../../kit/forms/confirm-dialog.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import styles from '../../kit/forms/screen.module.css'
import { beginViewing } from '../../session/acting/viewing.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import own from './people.module.css'
import { PersonItem } from './person-item.tsx'
import { enqueue } from './queue.ts'
import type { HeldAccess, OnChange } from './types.ts'

interface HeldCardProps {
  readonly held: readonly HeldAccess[]
  readonly onChange: OnChange
}

/** The people whose information the person may see, with links to it. */
export function HeldCard({ held, onChange }: HeldCardProps) {
  const t = useText()
  const [givingUp, setGivingUp] = useState<HeldAccess | null>(null)
  const { href } = useNavigation()
  const opening = useAction({ 'NOT-FOUND': 'people.viewGone' }, 'people.viewFailed')
  const view = (personId: string) => opening.run(() => beginViewing(personId, href('/')))
  return (
    <Card title={t('people.held')}>
      {held.length === 0 ? (
        <EmptyState icon={<UserRound />} title={t('people.heldNoneTitle')} text={t('people.heldNone')} />
      ) : (
        <>
          <p className={styles.text}>{t('people.heldAbout')}</p>
          <ul className={styles.items} aria-label={t('people.held')}>
            {held.map((person) => (
              <HeldItem
                key={person.personId}
                person={person}
                busy={opening.busy}
                onView={() => view(person.personId)}
                onGiveUp={() => setGivingUp(person)}
              />
            ))}
          </ul>
        </>
      )}
      <Problem text={opening.problem} />
      <ConfirmDialog
        open={givingUp !== null}
        title={t('people.giveUpTitle', { name: givingUp ? `${givingUp.firstName} ${givingUp.lastName}` : '' })}
        text={t('people.giveUpText')}
        action={t('people.giveUp')}
        onClose={() => setGivingUp(null)}
        onConfirm={async () => {
          if (givingUp?.accessId == null) return
          const { accessId } = givingUp
          onChange(await enqueue(() => api.call(endAccess, { params: { accessId } })), 'people.gaveUp')
        }}
      />
    </Card>
  )
}

interface HeldItemProps {
  readonly person: HeldAccess
  readonly busy: boolean
  readonly onView: () => void
  readonly onGiveUp: () => void
}

function HeldItem({ person, busy, onView, onGiveUp }: HeldItemProps) {
  const t = useText()
  const { accessId, firstName, lastName, scopes, ends, until } = person
  const mayAct = !useActsForPerson()
  const name = `${firstName} ${lastName}`
  const isTeen = accessId === null && !scopes.includes('messages')
  const why = accessId !== null ? 'people.byInvitation' : isTeen ? 'people.byPlanTeen' : 'people.byPlan'
  return (
    <PersonItem name={name} about={t(why)} scopes={scopes} ends={ends} until={accessId === null ? until : null}>
      {mayAct && (
        <div className={own.actions}>
          <Button variant="secondary" busy={busy} onClick={onView}>
            {t('people.viewAs', { name })}
          </Button>
          {accessId !== null && (
            <Button variant="quiet" aria-label={t('people.giveUpOne', { name })} onClick={onGiveUp}>
              {t('people.giveUp')}
            </Button>
          )}
        </div>
      )}
    </PersonItem>
  )
}
