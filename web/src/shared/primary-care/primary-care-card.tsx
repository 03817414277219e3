import { useMay } from '../../session/acting/use-may.ts'
import { Card } from '../../ui/card.tsx'
import { createPart, LazyPart } from '../../ui/lazy-part.tsx'
import styles from './primary-care.module.css'

const doctor = createPart(async () => (await import('./primary-doctor.tsx')).PrimaryDoctor)

interface PrimaryCareCardProps {
  readonly title: string
  readonly className?: string | undefined
}

/** The primary doctor, on Home and Coverage (MP-23); loaded after the page is shown, in a space reserved for it. */
export function PrimaryCareCard({ title, className }: PrimaryCareCardProps) {
  const may = useMay('claims')
  if (!may) return null
  return (
    <Card title={title} className={className}>
      <div className={styles.place}>
        <LazyPart part={doctor} props={{}} />
      </div>
    </Card>
  )
}
