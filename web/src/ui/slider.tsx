import { limits } from '@portico/rules/limits'
import { type ComponentProps, useId } from 'react'
import { Field, type FieldTexts, fieldAttributes } from './field.tsx'
import styles from './slider.module.css'

export interface SliderProps extends FieldTexts, Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> {
  readonly value: number
  readonly onValue: (value: number) => void
  /** The value as shown and announced, e.g. `25 miles`; just the number by default. */
  readonly valueText?: string
}

/** A number chosen with a slider, from 0 to 100 by default (MN-6). It is the platform's own, including arrow keys. */
export function Slider(props: SliderProps) {
  const { id, label, labelAction, hint, error, className, value, onValue, valueText = String(value), ...native } = props
  const ownId = useId()
  const controlId = id ?? ownId
  const shown = (
    <output htmlFor={controlId} className={styles.value}>
      {valueText}
    </output>
  )
  return (
    <Field
      controlId={controlId}
      className={className}
      labelAction={labelAction ?? shown}
      label={label}
      hint={hint}
      error={error}
    >
      <input
        min={limits.slider.min}
        max={limits.slider.max}
        {...native}
        {...fieldAttributes(controlId, { hint, error })}
        type="range"
        value={value}
        aria-valuetext={valueText}
        onChange={(event) => onValue(event.target.valueAsNumber)}
        className={styles.slider}
      />
    </Field>
  )
}
