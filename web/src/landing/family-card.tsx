import { useText } from '../texts/text.tsx'
import { Card } from '../ui/card.tsx'
import { createPart, LazyPart } from '../ui/lazy-part.tsx'
import styles from './family-card.module.css'

const list = createPart(async () => (await import('./family-list.tsx')).FamilyList)

/** Who is on the member's plan; fetched after the page has been shown, in a place that is kept for it. */
export function FamilyCard() {
  const t = useText()
  return (
    <Card title={t('landing.family-title')} className={styles.card}>
      <div className={styles.place}>
        <LazyPart part={list} props={{}} />
      </div>
    </Card>
  )
}
