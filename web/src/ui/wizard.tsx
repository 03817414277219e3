import { type StepState, stepStates } from '@portico/rules/widgets/wizard'
import { Check } from 'lucide-react'
import { useText } from '../base/texts/text.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'
import styles from './wizard.module.css'

export interface WizardProps {
  /** What the steps are for, e.g. `Register`. */
  readonly title: string
  readonly steps: readonly { readonly id: string; readonly label: string; readonly lang?: string | undefined }[]
  /** 0-based; the number of steps when all are complete. */
  readonly active: number
  /** Called when another step is clicked; if left out, the steps only show progress. */
  readonly onJump?: (step: number) => void
  /** The last step that can be jumped to, 0-based; all of them by default. */
  readonly reach?: number
}

/**
 * The steps of a wizard with the state of each (MN-3): a sidebar that stays visible, or a row on top if there is little room. The
 * owner keeps track of the active step; `moveOn` in the rules returns the next one.
 */
export function Wizard({ title, steps, active, onJump, reach = steps.length }: WizardProps) {
  const t = useText()
  const current = steps[active]
  const states = stepStates({ count: steps.length, active })
  return (
    <nav className={styles.wizard} aria-label={title}>
      <p className={styles.title}>{title}</p>
      <p className={styles.progress}>
        {current ? t('ui.step', { step: active + 1, steps: steps.length, label: current.label }) : t('ui.stepsDone')}
      </p>
      <ol className={styles.steps}>
        {steps.map(({ id, label, lang }, at) => (
          <Step
            key={id}
            number={at + 1}
            label={label}
            lang={lang}
            state={states[at] ?? 'incomplete'}
            onPress={onJump && at !== active && at <= reach ? () => onJump(at) : undefined}
          />
        ))}
      </ol>
    </nav>
  )
}

interface StepProps {
  readonly number: number
  readonly label: string
  readonly lang: string | undefined
  readonly state: StepState
  readonly onPress: (() => void) | undefined
}

function Step({ number, label, lang, state, onPress }: StepProps) {
  const t = useText()
  const content = (
    <>
      <span className={styles.mark} aria-hidden="true">
        {state === 'complete' ? <Check /> : number}
      </span>
      <span className={styles.label} lang={lang} dir={lang && 'auto'}>
        {label}
      </span>
      {state !== 'active' && <VisuallyHidden> ({t(`ui.step.${state}`)})</VisuallyHidden>}
    </>
  )
  const marks = {
    className: styles.step,
    'data-state': state,
    'aria-current': state === 'active' ? 'step' : undefined,
  } as const
  return (
    <li>
      {onPress ? (
        <button type="button" {...marks} onClick={onPress}>
          {content}
        </button>
      ) : (
        <span {...marks}>{content}</span>
      )}
    </li>
  )
}
