import { expectPerson, unlinkPerson } from '@portico/contract/calls/connections'
import { type FormEvent, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useAction } from '../../base/api/use-action.ts'
import { useMomentFormat } from '../../base/texts/moment.tsx'
import { useText } from '../../base/texts/text.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './administration.module.css'
import type { Connection, Connections } from './types.ts'

interface ConnectionPeopleProps {
  readonly connection: Connection
  readonly onDone: (next: Connections) => void
}

/** Who signs in through a connection, and who is expected to (OS-61): two administrators say who a name at the provider is. */
export function ConnectionPeople({ connection, onDone }: ConnectionPeopleProps) {
  const t = useText()
  const [loginId, setLoginId] = useState('')
  const [expected, setExpected] = useState('')
  const action = useAction({
    CONFLICT: 'administration.connections.people.conflict',
    'FIELD-INVALID': 'administration.connections.people.conflict',
    'NOT-FOUND': 'administration.connections.people.conflict',
  })
  const { connectionId, people } = connection
  const params = { connectionId }
  const expect = (body: { readonly loginId: string; readonly expected: string }) =>
    action.run(async () => onDone(await api.call(expectPerson, { params, body })))
  const unlink = (accountId: string) =>
    action.run(async () => onDone(await api.call(unlinkPerson, { params: { connectionId, accountId } })))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (loginId.trim() === '' || expected.trim() === '') return
    if (await expect({ loginId, expected })) {
      setLoginId('')
      setExpected('')
    }
  }
  return (
    <>
      <h3 className={styles.subtitle}>{t('administration.connections.people')}</h3>
      {people.length === 0 && <p className={lettering.key}>{t('administration.connections.people.none')}</p>}
      <ul className={styles.plain}>
        {people.map((one) => (
          <PersonRow
            key={one.accountId}
            person={one}
            busy={action.busy}
            onConfirm={(expected) => expect({ loginId: one.loginId, expected })}
            onUnlink={() => unlink(one.accountId)}
          />
        ))}
      </ul>
      <form onSubmit={submit} className={styles.form} noValidate>
        <div className={styles.pair}>
          <TextField
            id={`expect-login-${connectionId}`}
            label={t('administration.connections.people.loginId')}
            value={loginId}
            maxLength={100}
            autoComplete="off"
            onValue={setLoginId}
          />
          <TextField
            id={`expect-name-${connectionId}`}
            label={t('administration.connections.people.name')}
            value={expected}
            maxLength={200}
            autoComplete="off"
            onValue={setExpected}
          />
        </div>
        <div className={styles.buttons}>
          <Button type="submit" variant="secondary" busy={action.busy}>
            {t('administration.connections.people.add')}
          </Button>
        </div>
      </form>
      <Problem text={action.problem} />
    </>
  )
}

interface PersonRowProps {
  readonly person: Connection['people'][number]
  readonly busy: boolean
  /** Called with the name at the provider that somebody else has given. */
  readonly onConfirm: (expected: string) => void
  readonly onUnlink: () => void
}

function PersonRow({ person, busy, onConfirm, onUnlink }: PersonRowProps) {
  const t = useText()
  const format = useMomentFormat()
  const { expected } = person
  return (
    <li className={styles.request}>
      <div>
        <p className={lettering.name}>
          <bdi>{person.loginId}</bdi>
        </p>
        {expected !== null && <p>{t('administration.connections.people.expected', { expected })}</p>}
        {person.waits && <Badge tone="warning">{t('administration.connections.people.waits')}</Badge>}
        {person.linkedAt !== null && (
          <p className={lettering.key}>
            {t('administration.connections.people.linked', { at: format.date(person.linkedAt) })}
          </p>
        )}
      </div>
      <div className={styles.buttons}>
        {person.waits && !person.own && expected !== null && (
          <Button busy={busy} onClick={() => onConfirm(expected)}>
            {t('administration.connections.people.confirm', { loginId: person.loginId })}
          </Button>
        )}
        <Button variant="quiet" busy={busy} onClick={onUnlink}>
          {t('administration.connections.people.unlink', { loginId: person.loginId })}
        </Button>
      </div>
    </li>
  )
}
