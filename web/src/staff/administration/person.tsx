import {
  changeStaffRights,
  endStaff,
  resetStaffSecondFactor,
  sendAccountLink,
  staffPerson,
} from '@portico/contract/calls/administration'
import { useCallback, useState } from 'react'
import { api } from '../../base/api/api.ts'
import { ApiError } from '../../base/api/error.ts'
import { useAction } from '../../base/api/use-action.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { Link } from '../../base/router/link.tsx'
import { links } from '../../base/router/links.ts'
import { useMomentFormat } from '../../base/texts/moment.tsx'
import { useText } from '../../base/texts/text.tsx'
import { ConfirmDialog } from '../../kit/forms/confirm-dialog.tsx'
import { Problem } from '../../kit/forms/problem.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './administration.module.css'
import { LiveSessions } from './live-sessions.tsx'
import { type Rights, RightsFields } from './rights-fields.tsx'
import { AccountStateBadge } from './state-badge.tsx'
import type { OpenedPerson } from './types.ts'
import { unlessLast } from './unless-last.ts'

/** A member of staff (AD-2). */
export function StaffMember({ accountId }: { readonly accountId: string }) {
  const t = useText()
  const load = useCallback(
    (signal: AbortSignal) => api.call(staffPerson, { params: { accountId }, signal }),
    [accountId],
  )
  const { value, failed, failure, reload } = useLoaded(load)
  const [said, setSaid] = useState<string | null>(null)
  const showSaid = (words: string) => {
    setSaid(words)
    reload()
  }
  if (value === null) {
    if (failure instanceof ApiError && failure.status === 404)
      return <EmptyState title={t('administration.people.nobody')} text={t('administration.person.gone')} />
    return failed ? <ErrorState onRetry={reload} /> : <Skeleton shape="block" />
  }
  const { firstName, lastName } = value.person
  return (
    <>
      <p>
        <Link to={links.administration('people')}>{t('administration.back')}</Link>
      </p>
      <h2 className={styles.subtitle}>
        {firstName} {lastName} <AccountStateBadge person={value.person} />
      </h2>
      <Facts {...value.person} />
      <div role="status" className={styles.notice}>
        {said !== null && (
          <Alert key={said} tone="success">
            <p>{said}</p>
          </Alert>
        )}
      </div>
      <div className={styles.columns}>
        {value.person.state !== 'ended' && (
          <RightsCard key={JSON.stringify(value.person)} opened={value} onDone={showSaid} />
        )}
        <div className={styles.side}>
          <LiveSessions accountId={accountId} sessions={value.sessions} onDone={showSaid} />
          {value.person.state !== 'ended' && <AccessCard opened={value} onDone={showSaid} />}
        </div>
      </div>
    </>
  )
}

function Facts({ loginId, email, invitedUntil, secondFactor, lastActiveAt }: OpenedPerson['person']) {
  const t = useText()
  const format = useMomentFormat()
  const facts = [
    [t('administration.field.loginId'), loginId],
    [t('administration.field.email'), email ?? t('administration.unknown')],
    [
      t('administration.second-factor'),
      t(secondFactor ? 'administration.second-factor.on' : 'administration.second-factor.off'),
    ],
    [
      t('administration.activity'),
      lastActiveAt === null ? t('administration.never-active') : format.dateTime(lastActiveAt),
    ],
    ...(invitedUntil === null ? [] : [[t('administration.invited-until'), format.dateTime(invitedUntil)]]),
  ] as const
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

interface CardProps {
  readonly opened: OpenedPerson
  readonly onDone: (words: string) => void
}

const refusals = { CONFLICT: 'administration.last', 'FIELD-INVALID': 'administration.brands.wrong' } as const

/** Rights are removed at once; new ones wait for a second administrator. */
function RightsCard({ opened, onDone }: CardProps) {
  const t = useText()
  const { person } = opened
  const [rights, setRights] = useState<Rights>(person)
  const action = useAction(refusals, 'administration.failed')
  const save = () =>
    action.run(async () => {
      const { kind, entitlements, brands } = rights
      const { outcome } = await api.call(changeStaffRights, {
        params: { accountId: person.accountId },
        body: { kind, entitlements: [...entitlements], brands: [...brands] },
      })
      onDone(t(outcome === 'done' ? 'administration.rights.saved' : 'administration.rights.waits'))
    })
  return (
    <Card title={t('administration.rights')}>
      <p className={lettering.key}>{t('administration.rights.text')}</p>
      <form
        method="post"
        className={styles.plainForm}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <RightsFields rights={rights} giving={opened} onChange={setRights} />
        <Problem text={action.problem} />
        <div className={styles.buttons}>
          <Button type="submit" busy={action.busy}>
            {t('administration.rights.save')}
          </Button>
        </div>
      </form>
    </Card>
  )
}

/** The link to choose a password, the second factor, and ending the account. */
function AccessCard({ opened: { person }, onDone }: CardProps) {
  const t = useText()
  const { accountId } = person
  const name = `${person.firstName} ${person.lastName}`
  const [asking, setAsking] = useState<'factor' | 'end' | null>(null)
  const link = useAction({ 'TOO-MANY-REQUESTS': 'administration.link.too-many' }, 'administration.failed')
  const sendLink = () =>
    link.run(async () => {
      await api.call(sendAccountLink, { params: { accountId } })
      onDone(t('administration.link.sent'))
    })
  const reset = async () => {
    const { outcome } = await api.call(resetStaffSecondFactor, { params: { accountId } })
    onDone(t(outcome === 'done' ? 'administration.factor.done' : 'administration.factor.waits'))
  }
  const end = async () => {
    await api.call(endStaff, { params: { accountId } })
    onDone(t('administration.end.done', { name }))
  }
  return (
    <Card title={t('administration.access')}>
      <div className={styles.stack}>
        <Button variant="secondary" busy={link.busy} onClick={sendLink}>
          {t('administration.link.send')}
        </Button>
        {person.secondFactor && (
          <Button variant="secondary" onClick={() => setAsking('factor')}>
            {t('administration.factor.reset')}
          </Button>
        )}
        <Button variant="danger" onClick={() => setAsking('end')}>
          {t('administration.end')}
        </Button>
      </div>
      <Problem text={link.problem} />
      <ConfirmDialog
        problems={unlessLast}
        open={asking === 'factor'}
        title={t('administration.factor.reset')}
        text={t('administration.factor.text', { name })}
        action={t('administration.factor.reset')}
        onClose={() => setAsking(null)}
        onConfirm={reset}
      />
      <ConfirmDialog
        problems={unlessLast}
        open={asking === 'end'}
        title={t('administration.end.title', { name })}
        text={t('administration.end.text')}
        action={t('administration.end')}
        onClose={() => setAsking(null)}
        onConfirm={end}
      />
    </Card>
  )
}
