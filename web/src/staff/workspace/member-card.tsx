import { useId } from 'react'
import { QuietLink } from '../../base/router/quiet-link.tsx'
import { useMomentFormat } from '../../base/texts/moment.tsx'
import { shortDay } from '../../base/texts/moment-label.ts'
import { useText } from '../../base/texts/text.tsx'
import { useNow } from '../../base/use-now.ts'
import lettering from '../../kit/layout/lettering.module.css'
import { NumberLink } from '../../kit/phone/number-link.tsx'
import { createPart, LazyPart } from '../../ui/lazy-part.tsx'
import { ActForMember } from './act-for-member.tsx'
import styles from './member-card.module.css'
import type { OpenedThread } from './types.ts'

/** Loaded only for the few conversations that are about a claim. */
const claimCard = createPart(async () => (await import('./claim-card.tsx')).ClaimCard)

/** And this one for those that are about a form. */
const formCard = createPart(async () => (await import('./form-card.tsx')).FormCard)

interface MemberCardProps {
  readonly thread: OpenedThread
  readonly threadAddress: (threadId: string) => string
}

/** The member who writes: number and birthday to identify them, their coverage, and their other conversations. */
export function MemberCard({ thread, threadAddress }: MemberCardProps) {
  const t = useText()
  const format = useMomentFormat()
  const { moment: now } = useNow()
  const headingId = useId()
  const formatCovered = ({ begins, ends }: OpenedThread['member']['groups'][number]) => {
    if (begins === null) return t('workspace.member.dates-unknown')
    const from = format.date(begins)
    return ends === null
      ? t('workspace.member.covered-since', { from })
      : t('workspace.member.covered', { from, to: format.date(ends) })
  }
  const { name, nickName, memberNumber, loginId, dateOfBirth, phone, groups, threads } = thread.member
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard
    <aside tabIndex={0} className={styles.card} aria-labelledby={headingId}>
      <h3 id={headingId}>{name}</h3>
      {thread.claims.map((claim) => (
        <LazyPart key={claim.claimId} part={claimCard} props={{ threadId: thread.threadId, claim }} />
      ))}
      {thread.form !== null && <LazyPart part={formCard} props={{ threadId: thread.threadId, form: thread.form }} />}
      {nickName !== null && (
        <p>
          <bdi>{t('workspace.member.called', { name: nickName })}</bdi>
        </p>
      )}
      <dl className={styles.facts}>
        <dt>{t('workspace.member.number')}</dt>
        <dd>{memberNumber}</dd>
        <dt>{t('workspace.member.phone')}</dt>
        <dd>{phone === null ? t('workspace.member.no-phone') : <NumberLink number={phone} />}</dd>
        <dt>{t('workspace.member.born')}</dt>
        <dd>{format.date(dateOfBirth)}</dd>
      </dl>
      {loginId !== null && <ActForMember key={thread.threadId} threadId={thread.threadId} {...{ loginId, name }} />}
      <h4>{t('workspace.member.coverage')}</h4>
      {groups.length === 0 && <p className={lettering.muted}>{t('workspace.member.none')}</p>}
      <ul className={styles.groups}>
        {groups.map((group) => (
          <li key={`${group.clientName} ${group.groupNumber}`}>
            <strong>{group.planName}</strong>
            <span>
              {group.clientName}, {group.groupName} ({group.groupNumber})
            </span>
            <span className={lettering.muted}>{formatCovered(group)}</span>
            {group.medicaid && <span>{t('workspace.member.medicaid')}</span>}
          </li>
        ))}
      </ul>
      {threads.length > 0 && (
        <>
          <h4>{t('workspace.member.threads')}</h4>
          <ul className={styles.groups}>
            {threads.map((one) => (
              <li key={one.threadId}>
                <QuietLink to={threadAddress(one.threadId)} className={styles.link}>
                  {one.subject}
                </QuietLink>
                <span className={lettering.muted}>
                  {t(`workspace.state.${one.state}`)}, {shortDay(format, one.changedAt, now)}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </aside>
  )
}
