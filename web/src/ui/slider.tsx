import { limits } from '@portico/rules/limits'
import type { ComponentProps } from 'react'
import { Field, type FieldTexts, useField } from './field.tsx'
import styles from './slider.module.css'

export interface SliderProps extends FieldTexts, Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> {
  readonly value: number
  readonly onValue: (value: number) => void
  /** The value as shown and announced, e.g. `25 miles`; just the number by default. */
  readonly valueText?: string
}

/** A number chosen with a slider, from 0 to 100 by default (MN-6). It is the platform's own, including arrow keys. */
export function Slider({ value, onValue, valueText = String(value), ...props }: SliderProps) {
  const { frame, attributes, native } = useField(props)
  const shown = (
    <output htmlFor={frame.controlId} className={styles.value}>
      {valueText}
    </output>
  )
  return (
    <Field {...frame} labelAction={frame.labelAction ?? shown}>
      <input
        min={limits.slider.min}
        max={limits.slider.max}
        {...native}
        {...attributes}
        type="range"
        value={value}
        aria-valuetext={valueText}
        onChange={(event) => onValue(event.target.valueAsNumber)}
        className={styles.slider}
      />
    </Field>
  )
}
