import { type MouseEvent, useEffect, useId, useRef } from 'react'
import { useText } from '../base/texts/text.tsx'
import { Alert } from './alert.tsx'
import styles from './error-summary.module.css'

/** A field to correct. */
export interface WrongField {
  /** Id of its control. */
  readonly controlId: string
  readonly label: string
  /** The problem, in words. */
  readonly problem: string
}

export interface ErrorSummaryProps {
  /** In the order of the form. */
  readonly wrong: readonly WrongField[]
  /** Whether all of the invalid fields are still empty (VA-12). */
  readonly incomplete: boolean
  /** How often the form was refused: each time the focus moves here, so that everything is read out. */
  readonly refusals: number
}

/** What is wrong with a form, with a link to each field; nothing if the form is valid. */
export function ErrorSummary({ wrong, incomplete, refusals }: ErrorSummaryProps) {
  const t = useText()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (refusals > 0) box.current?.focus()
  }, [refusals])

  if (wrong.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset contains controls, this contains problems and links
    <div
      ref={box}
      role="group"
      tabIndex={-1}
      data-wrong
      className={styles.summary}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-list`}
    >
      <Alert
        tone="danger"
        title={
          <span id={`${id}-title`}>{t(incomplete ? 'form.incomplete' : 'form.wrong', { count: wrong.length })}</span>
        }
      >
        <ul id={`${id}-list`} className={styles.wrong}>
          {wrong.map(({ controlId, label, problem }) => (
            <li key={controlId}>
              <a href={`#${controlId}`} onClick={(event) => goTo(event, controlId)}>
                {t('form.problem', { label, problem })}
              </a>
            </li>
          ))}
        </ul>
      </Alert>
    </div>
  )
}

/** The address's hash belongs to the router, so the link must not change it. */
function goTo(event: MouseEvent, controlId: string) {
  event.preventDefault()
  document.getElementById(controlId)?.focus()
}
