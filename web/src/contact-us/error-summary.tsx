import { type MouseEvent, useEffect, useId, useRef } from 'react'
import { useText } from '../messages/text.tsx'
import { Alert } from '../ui/alert.tsx'
import { stateOf, wrongFields } from './check.ts'
import styles from './contact-form.module.css'
import type { ContactState } from './contact-state.ts'
import type { FieldName } from './fields.ts'
import { useFieldLabel } from './use-field-label.ts'
import { controlId } from './use-field-props.ts'

/** What is wrong, each with a link to its field. Every attempt that finds something moves the focus here, which reads it out. */
export function ErrorSummary({ state }: { readonly state: ContactState }) {
  const t = useText()
  const labelOf = useFieldLabel()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const { problems, refusals, draft } = state
  const wrong = wrongFields(problems)
  useEffect(() => {
    if (refusals > 0) box.current?.focus()
  }, [refusals])

  if (wrong.length === 0) return null
  const incomplete = stateOf(draft.fields, problems) === 'Incomplete'
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset holds controls, this holds the word on them
    <div
      ref={box}
      role="group"
      tabIndex={-1}
      className={styles.summary}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-list`}
    >
      <Alert
        tone="danger"
        title={
          <span id={`${id}-title`}>
            {t(incomplete ? 'contact-us.incomplete' : 'contact-us.wrong', { count: wrong.length })}
          </span>
        }
      >
        <ul id={`${id}-list`} className={styles.wrong}>
          {wrong.map((name) => {
            const { code = 'field.required', params } = problems[name] ?? {}
            return (
              <li key={name}>
                <a href={`#${controlId(name)}`} onClick={(event) => goTo(event, name)}>
                  {t('contact-us.problem', { label: labelOf(name), problem: t(code, params) })}
                </a>
              </li>
            )
          })}
        </ul>
      </Alert>
    </div>
  )
}

/** The hash of the address belongs to the router. */
function goTo(event: MouseEvent, name: FieldName) {
  event.preventDefault()
  document.getElementById(controlId(name))?.focus()
}
