import { Authored } from '../../base/texts/spoken.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import { Card } from '../../ui/card.tsx'
import type { Summary } from './types.ts'
import styles from './wellness-view.module.css'

interface OffersProps {
  readonly title: string
  readonly offers: Summary['programs']
  /** Shown if the brand has none. */
  readonly none: string
}

/** The brand's offers, in its own words. */
export function Offers({ title, offers, none }: OffersProps) {
  return (
    <Card title={title}>
      {offers.length === 0 && <p className={lettering.small}>{none}</p>}
      {offers.map(({ id, title: name, about }) => (
        <div key={id} className={styles.offer}>
          <h3 className={styles.name}>
            <Authored>{name}</Authored>
          </h3>
          <p>
            <Authored>{about}</Authored>
          </p>
        </div>
      ))}
    </Card>
  )
}
