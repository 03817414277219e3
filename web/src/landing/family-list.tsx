import { relationshipOf } from '@portico/rules/member/family'
import { CircleUserRound } from 'lucide-react'
import { useText } from '../messages/text.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import styles from './family-card.module.css'
import { useFamily } from './use-family.ts'

/** Who is covered by the contract, as far as the member may see, each with their relationship to the subscriber (HT-4). */
export function FamilyList() {
  const t = useText()
  const { info, failed, retry } = useFamily()
  if (failed) return <ErrorState title={t('landing.family-failed')} onRetry={retry} />
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
            {person === info && <span className={styles.you}> ({t('landing.family-you')})</span>}
          </span>
          <span className={styles.relationship}>
            {t(`landing.family-${relationshipOf(person.relationshipCode) ?? 'covered'}`)}
          </span>
        </li>
      ))}
    </ul>
  )
}
