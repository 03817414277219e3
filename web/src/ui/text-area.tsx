import { type ComponentProps, useState } from 'react'
import { Counter } from './counter.tsx'
import fieldStyles from './field.module.css'
import { Field, type FieldTexts, type TextValue, useField } from './field.tsx'

export interface TextAreaProps extends FieldTexts, TextValue, Omit<ComponentProps<'textarea'>, 'value' | 'onChange'> {
  /** In UTF-16 units, as the platform counts. */
  readonly maxLength: number
  /** For tight spaces: the counter shows only when little is left. */
  readonly dense?: boolean
}

/** Several lines of text, with a counter that is announced only when little is left. */
export function TextArea({ maxLength, dense = false, onValue, ...props }: TextAreaProps) {
  const { frame, attributes, native } = useField(props)
  const [typed, setTyped] = useState(String(native.defaultValue ?? '').length)
  const length = native.value?.length ?? typed
  const change = (text: string) => {
    setTyped(text.length)
    onValue?.(text)
  }
  const counter = <Counter length={length} maxLength={maxLength} dense={dense} />
  return (
    <Field {...frame} footer={counter}>
      <textarea
        rows={4}
        {...native}
        {...attributes}
        maxLength={maxLength}
        onChange={(event) => change(event.target.value)}
        className={fieldStyles.control}
      />
    </Field>
  )
}
