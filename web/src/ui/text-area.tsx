import { type ComponentProps, useId, useState } from 'react'
import { Counter } from './counter.tsx'
import fieldStyles from './field.module.css'
import { Field, type FieldTexts, fieldAttributes, type TextValue } from './field.tsx'

export interface TextAreaProps extends FieldTexts, TextValue, Omit<ComponentProps<'textarea'>, 'value' | 'onChange'> {
  /** In UTF-16 units, as the platform counts. */
  readonly maxLength: number
  /** For tight spaces: the counter shows only when little is left. */
  readonly dense?: boolean
}

/** Several lines of text, with a counter that is announced only when little is left. */
export function TextArea(props: TextAreaProps) {
  const { id, label, labelAction, hint, error, className, maxLength, dense = false, onValue, ...native } = props
  const ownId = useId()
  const controlId = id ?? ownId
  const [typed, setTyped] = useState(String(native.defaultValue ?? '').length)
  const length = native.value?.length ?? typed
  const change = (text: string) => {
    setTyped(text.length)
    onValue?.(text)
  }
  const counter = <Counter length={length} maxLength={maxLength} dense={dense} />
  return (
    <Field
      controlId={controlId}
      className={className}
      footer={counter}
      label={label}
      labelAction={labelAction}
      hint={hint}
      error={error}
    >
      <textarea
        rows={4}
        {...native}
        {...fieldAttributes(controlId, { hint, error })}
        maxLength={maxLength}
        onChange={(event) => change(event.target.value)}
        className={fieldStyles.control}
      />
    </Field>
  )
}
