import { Link } from '../base/router/link.tsx'
import { links } from '../base/router/links.ts'
import { useText } from '../base/texts/text.tsx'
import { Button } from '../ui/button.tsx'
import type { ProducerPart } from './parts.ts'
import styles from './producer.module.css'
import type { Agency, Choices } from './types.ts'

interface ProducerHeaderProps {
  readonly agency: Agency
  readonly choices: Choices
  readonly parts: readonly ProducerPart[]
  readonly current: ProducerPart | null
  readonly onChoose: () => void
}

/** The title, the chosen agency with a way to change it, and the parts. */
export function ProducerHeader({ agency, choices, parts, current, onChoose }: ProducerHeaderProps) {
  const t = useText()
  return (
    <div className={styles.header}>
      <div className={styles.heading}>
        <h1 className={styles.title}>{t(current === null ? 'producer.title' : `producer.${current}.title`)}</h1>
        <p className={styles.working}>
          {t('producer.agency', { agency: agency.agencyName, region: agency.regionName })}
          {choices.choices.length > 1 && (
            <Button variant="quiet" onClick={onChoose}>
              {t('producer.agency.change')}
            </Button>
          )}
        </p>
      </div>
      <nav aria-label={t('producer.parts')}>
        <ul className={styles.parts}>
          {parts.map((part) => (
            <li key={part}>
              <Link
                to={links.producer(part === 'home' ? undefined : part)}
                aria-current={part === current ? 'page' : undefined}
                className={styles.part}
              >
                {t(`producer.part.${part}`)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}
