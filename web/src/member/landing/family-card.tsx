import { useText } from '../../base/texts/text.tsx'
import { Card } from '../../ui/card.tsx'
import { createPart, LazyPart } from '../../ui/lazy-part.tsx'
import styles from './family-card.module.css'

const list = createPart(async () => (await import('./family-list.tsx')).FamilyList)

/** Who is on the member's plan; loaded after the page is shown, in a space reserved for it. */
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
