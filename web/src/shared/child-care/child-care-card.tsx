import { useText } from '../../base/texts/text.tsx'
import { useArea } from '../../base/texts/use-areas.ts'
import { Card } from '../../ui/card.tsx'
import { createPart, LazyPart } from '../../ui/lazy-part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './child-care.module.css'

const care = createPart(async () => (await import('./child-care.tsx')).ChildCare)

/** A child's vaccines and check-ups, first on a parent's page (MP-20); loaded in a space reserved for it. */
export function ChildCareCard({ name, className }: { readonly name: string; readonly className?: string | undefined }) {
  const t = useText()
  const ready = useArea('wellness')
  return (
    <Card title={t('simulation.child-care', { name })} className={className}>
      <div className={styles.place}>
        {ready ? <LazyPart part={care} props={{ name }} /> : <Skeleton shape="block" />}
      </div>
    </Card>
  )
}
