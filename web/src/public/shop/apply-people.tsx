import { MAX_PEOPLE, type Market } from '@portico/rules/shop/lines'
import { Plus } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link } from '../../base/router/link.tsx'
import { links } from '../../base/router/links.ts'
import { useText } from '../../base/texts/text.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { focusOn } from '../../ui/focus.ts'
import type { ApplyForm } from './apply-form.ts'
import type { Person } from './kept-people.ts'
import { PersonFields } from './person-fields.tsx'
import styles from './shop.module.css'
import { useWho } from './use-who.ts'

interface ApplyPeopleProps {
  readonly form: ApplyForm
  readonly market: Market
  /** By the dates of birth. */
  readonly ages: readonly (number | null)[]
}

interface Taken {
  readonly kind: 'taken'
  readonly at: number
  readonly person: Person
  readonly who: string
}

/** The last change: someone was added, or removed and can be restored. */
type Done =
  | { readonly kind: 'added'; readonly at: number }
  | Taken
  | { readonly kind: 'back'; readonly at: number; readonly who: string }

/** The people to be covered: they are added and removed here, and nothing typed is lost (SH-9). */
export function ApplyPeople({ form, market, ages }: ApplyPeopleProps) {
  const t = useText()
  const findWho = useWho(form.people)
  const said = useRef<HTMLDivElement>(null)
  const [done, setDone] = useState<Done | null>(null)
  const moveOn = useEffectEvent((last: Done) => {
    // The pressed button is gone with the removed person; after an addition, the focus moves to the new person's fields.
    if (last.kind === 'taken') focusOn(said.current)
    else document.getElementById(form.field(`firstName-${last.at}`).id)?.focus()
  })
  useEffect(() => {
    if (done !== null) moveOn(done)
  }, [done])
  const { people } = form
  const isFamily = market !== 'medicare'
  const takeOff = (at: number) => {
    const person = people[at]
    if (person === undefined) return
    form.takeOff(at)
    setDone({ kind: 'taken', at, person, who: findWho(at) })
  }
  const putBack = ({ at, person, who }: Taken) => {
    form.add(Math.min(at, people.length), person)
    setDone({ kind: 'back', at: Math.min(at, people.length), who })
  }
  return (
    <Card title={t('apply.who')}>
      <div className={styles.stack}>
        {people.map((person, at) => (
          <PersonFields
            // biome-ignore lint/suspicious/noArrayIndexKey: people have no key but their position
            key={at}
            form={form}
            at={at}
            age={ages[at] ?? null}
            entered={person.age === '' ? null : Number(person.age)}
            onTakeOff={isFamily && people.length > 1 ? () => takeOff(at) : null}
          />
        ))}
        <div ref={said} role="status" className={styles.row}>
          {done !== null && <DoneLast done={done} onPutBack={people.length < MAX_PEOPLE ? putBack : null} />}
        </div>
        {!isFamily ? (
          <p>
            <Link to={links.shop(market)}>{t('shop.household.change')}</Link>
          </p>
        ) : people.length < MAX_PEOPLE ? (
          <div>
            <Button
              variant="secondary"
              icon={<Plus aria-hidden="true" />}
              onClick={() => {
                form.add(people.length)
                setDone({ kind: 'added', at: people.length })
              }}
            >
              {t('apply.add')}
            </Button>
          </div>
        ) : (
          <p className={lettering.small}>{t('apply.full', { count: MAX_PEOPLE })}</p>
        )}
      </div>
    </Card>
  )
}

interface DoneLastProps {
  readonly done: Done
  /** Null: there is no room for another person. */
  readonly onPutBack: ((taken: Taken) => void) | null
}

function DoneLast({ done, onPutBack }: DoneLastProps) {
  const t = useText()
  if (done.kind === 'added') return <p>{t('apply.added', { number: done.at + 1 })}</p>
  const { who } = done
  if (done.kind === 'back') return <p>{t('apply.put-back', { who })}</p>
  return (
    <>
      <p>{t('apply.taken-off', { who })}</p>
      {onPutBack !== null && (
        <Button variant="quiet" aria-label={t('apply.undo.name', { who })} onClick={() => onPutBack(done)}>
          {t('apply.undo')}
        </Button>
      )}
    </>
  )
}
