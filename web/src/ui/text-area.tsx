import { type ChangeEvent, type ComponentProps, useId, useState } from 'react'
import { Counter } from './counter.tsx'
import fieldStyles from './field.module.css'
import { Field, type FieldTexts, fieldAttributes } from './field.tsx'

export interface TextAreaProps extends FieldTexts, ComponentProps<'textarea'> {
  /** In UTF-16 units, as the platform counts. */
  readonly maxLength: number
  /** Where there is little room: the counter shows when little is left. */
  readonly dense?: boolean
}

/** Several lines of text, with a counter that is spoken only when little is left. */
export function TextArea(props: TextAreaProps) {
  const { id, label, labelAction, hint, error, className, maxLength, dense = false, onChange, ...native } = props
  const ownId = useId()
  const controlId = id ?? ownId
  const [typed, setTyped] = useState(String(native.defaultValue ?? '').length)
  const length = native.value === undefined ? typed : String(native.value).length
  const change = (event: ChangeEvent<HTMLTextAreaElement>) => {
    setTyped(event.target.value.length)
    onChange?.(event)
  }
  const counter = <Counter length={length} maxLength={maxLength} dense={dense} />
  return (
    <Field controlId={controlId} className={className} footer={counter} {...{ label, labelAction, hint, error }}>
      <textarea
        rows={4}
        {...native}
        {...fieldAttributes(controlId, { hint, error })}
        maxLength={maxLength}
        onChange={change}
        className={fieldStyles.control}
      />
    </Field>
  )
}
