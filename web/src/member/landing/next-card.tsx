import { usePage } from '../../base/page-state.tsx'
import { useText } from '../../base/texts/text.tsx'
import { Card } from '../../ui/card.tsx'
import { createPart, LazyPart } from '../../ui/lazy-part.tsx'
import styles from './next-card.module.css'

const list = createPart(async () => (await import('./next-list.tsx')).NextList)

/** What waits for the member (MP-1); loaded after the page is shown, in a space reserved for one line of it. */
export function NextCard() {
  const t = useText()
  const { session } = usePage()
  const name = session?.simulation && session.firstName
  return (
    <Card title={name ? t('landing.next-title-of', { name }) : t('landing.next-title')} className={styles.card}>
      <div className={styles.place}>
        <LazyPart part={list} props={{}} />
      </div>
    </Card>
  )
}
