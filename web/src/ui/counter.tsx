import { useText } from '../base/texts/text.tsx'
import styles from './counter.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

export interface CounterProps {
  /** Both in UTF-16 units, as the platform counts. */
  readonly length: number
  readonly maxLength: number
  /** Shown only when little is left. */
  readonly dense?: boolean
}

/** How much of a field is used; announced only when little is left. */
export function Counter({ length, maxLength, dense = false }: CounterProps) {
  const t = useText()
  const left = maxLength - length
  const nearlyFull = left <= Math.min(100, maxLength / 5)
  return (
    <>
      {(nearlyFull || !dense) && (
        <span className={styles.counter} data-near={nearlyFull || undefined} aria-hidden="true">
          {t('ui.counter', { length, maxLength })}
        </span>
      )}
      <VisuallyHidden>
        <span role="status">{nearlyFull ? t('ui.charactersLeft', { left }) : ''}</span>
      </VisuallyHidden>
    </>
  )
}
