import { Spoken } from '../../base/texts/spoken.tsx'
import { useText } from '../../base/texts/text.tsx'
import lettering from '../../kit/layout/lettering.module.css'
import styles from './cost-view.module.css'
import type { FoundService } from './types.ts'

interface FoundListProps {
  readonly found: readonly FoundService[]
  readonly onChoose: (one: FoundService) => void
}

/** Care that a search found: first the care with a price; the rest is folded, unless there is nothing else (MP-26). */
export function FoundList({ found, onChoose }: FoundListProps) {
  const t = useText()
  const priced = found.filter((one) => one.priced)
  const others = found.filter((one) => !one.priced)
  return (
    <>
      {priced.length > 0 && <Services services={priced} onChoose={onChoose} />}
      {others.length > 0 && (
        <details className={styles.details} open={priced.length === 0}>
          <summary>{t('cost.without-price', { count: others.length })}</summary>
          <Services services={others} onChoose={onChoose} />
        </details>
      )}
    </>
  )
}

interface ServicesProps {
  readonly services: readonly FoundService[]
  readonly onChoose: (one: FoundService) => void
}

function Services({ services, onChoose }: ServicesProps) {
  const t = useText()
  return (
    // biome-ignore lint/a11y/noRedundantRoles: without bullets, some screen readers do not announce it as a list
    <ul role="list" className={styles.found}>
      {services.map((service) => (
        <li key={`${service.type} ${service.code}`}>
          <button type="button" className={styles.service} onClick={() => onChoose(service)}>
            <span className={styles.name}>
              <Spoken language={service.spoken}>{service.name}</Spoken>
            </span>
            <span className={lettering.small}>{t('cost.code', { code: service.code })}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
