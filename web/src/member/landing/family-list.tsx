import { memberInfo } from '@portico/contract/calls/member'
import { findRelationship } from '@portico/rules/member/family'
import { CircleUserRound } from 'lucide-react'
import { api } from '../../base/api/api.ts'
import { useLoaded } from '../../base/api/use-loaded.ts'
import { useText } from '../../base/texts/text.tsx'
import { useViewedName } from '../../session/acting/use-viewed-name.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './family-card.module.css'

/** Kept by the page once it has been answered; a failure is shown in place, never in a modal (HT-4). */
const load = (signal: AbortSignal) => api.call(memberInfo, { cache: true, signal })

/** The people covered by the contract whom the member may see, each with their relationship to the subscriber (HT-4). */
export function FamilyList() {
  const t = useText()
  const { value: info, failed, reload } = useLoaded(load)
  const viewed = useViewedName()
  if (failed) return <ErrorState title={t('landing.family-failed')} onRetry={reload} />
  if (info === null) {
    return (
      <>
        <Skeleton shape="line" />
        <VisuallyHidden>
          <span role="status">{t('landing.family-loading')}</span>
        </VisuallyHidden>
      </>
    )
  }
  const people = [info, ...info.familyMembers]
  return (
    <ul className={styles.list}>
      {people.map((person) => (
        <li key={`${person.firstName} ${person.relationshipCode}`} className={styles.person}>
          <CircleUserRound aria-hidden="true" />
          <span className={styles.name}>
            {person.firstName} {person.lastName}
            {person === info && viewed === null && <span className={styles.you}> ({t('landing.family-you')})</span>}
          </span>
          <span className={styles.relationship}>
            {t(`landing.family-${findRelationship(person.relationshipCode) ?? 'covered'}`)}
          </span>
        </li>
      ))}
    </ul>
  )
}
