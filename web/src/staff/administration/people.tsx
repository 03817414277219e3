import { searchStaff } from '@portico/contract/calls/administration'
import { UserPlus } from 'lucide-react'
import { type FormEvent, useCallback, useRef, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { Link } from '../../base/router/link.tsx'
import { links } from '../../base/router/links.ts'
import { useKeptState } from '../../base/storage/use-kept-state.ts'
import { useMomentFormat } from '../../base/texts/moment.tsx'
import { useText } from '../../base/texts/text.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Alert } from '../../ui/alert.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './administration.module.css'
import { InviteForm } from './invite-form.tsx'
import { Requests } from './requests.tsx'
import { AccountStateBadge } from './state-badge.tsx'
import { brandNames, type StaffPerson } from './types.ts'

/** Staff, found by login ID or name, and the requests that wait for a second administrator (AD-2). */
export function StaffPeople() {
  const t = useText()
  const [{ text }, keep] = useKeptState('staff', { text: '' })
  const [change, setTyped] = useState<string | null>(null)
  const typed = change ?? text
  const [after, setAfter] = useState('')
  const load = useCallback(
    (signal: AbortSignal) => api.call(searchStaff, { body: { text, after }, signal }),
    [text, after],
  )
  const { value, last, failed, reload } = useLoaded(load, { key: `${text} ${after}` })
  const shown = value ?? last
  const [inviting, setInviting] = useState(false)
  const [said, setSaid] = useState('')
  const invite = useRef<HTMLButtonElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSaid('')
    keep({ text: typed.trim() })
    setAfter('')
  }
  const showSaid = (words: string) => {
    setInviting(false)
    setSaid(words)
    reload()
    invite.current?.focus()
  }
  const formatBrand = brandNames(shown?.brands ?? [], t('administration.brands.all'))

  if (shown === null) return failed ? <ErrorState onRetry={reload} /> : <Skeleton shape="block" />
  return (
    <>
      {shown.me.alone && (
        <Alert tone="info" title={t('administration.alone.title')} className={styles.notice}>
          <p>{t('administration.alone.text')}</p>
        </Alert>
      )}
      <p role="status" className={styles.said}>
        {said}
      </p>
      {shown.requests.length > 0 && (
        <Requests requests={shown.requests} findBrandName={formatBrand} onDone={showSaid} />
      )}
      <div className={styles.bar}>
        <form method="post" className={styles.search} onSubmit={submit}>
          <TextField
            label={t('administration.people.search')}
            value={typed}
            onValue={setTyped}
            maxLength={100}
            autoComplete="off"
            spellCheck={false}
          />
          <Button type="submit" variant="secondary">
            {t('administration.search')}
          </Button>
        </form>
        <Button ref={invite} icon={<UserPlus aria-hidden="true" />} onClick={() => setInviting(true)}>
          {t('administration.invite')}
        </Button>
      </div>
      {inviting && <InviteForm giving={shown} onDone={showSaid} onCancel={() => setInviting(false)} />}
      {failed && <ErrorState onRetry={reload} />}
      {shown.people.length === 0 && (
        <EmptyState title={t('administration.people.nobody')} text={t('administration.people.nobody-text')} />
      )}
      <ul className={styles.rows}>
        {shown.people.map((person) => (
          <PersonRow key={person.accountId} person={person} findBrandName={formatBrand} />
        ))}
      </ul>
      {shown.next !== null && (
        <Button variant="quiet" onClick={() => setAfter(shown.next ?? '')}>
          {t('administration.more')}
        </Button>
      )}
    </>
  )
}

function PersonRow({
  person,
  findBrandName,
}: {
  readonly person: StaffPerson
  readonly findBrandName: (code: string) => string
}) {
  const t = useText()
  const format = useMomentFormat()
  const { accountId, loginId, firstName, lastName, entitlements, brands, lastActiveAt } = person
  return (
    <li className={styles.row}>
      <div>
        <Link to={links.administration('people', accountId)} className={lettering.name}>
          {firstName} {lastName}
        </Link>
        <p className={lettering.key}>{loginId}</p>
        <p className={lettering.key}>
          {lastActiveAt === null
            ? t('administration.never-active')
            : t('administration.last-active', { at: format.dateTime(lastActiveAt) })}
        </p>
      </div>
      <div className={styles.badges}>
        <AccountStateBadge person={person} />
        {entitlements.map((one) => (
          <Badge key={one} tone="neutral">
            {t(`administration.entitlement.${one}`)}
          </Badge>
        ))}
      </div>
      <p className={styles.small}>
        {brands.length === 0 ? t('administration.brands.none') : brands.map(findBrandName).join(', ')}
      </p>
    </li>
  )
}
