import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './checkbox.module.css'
import { classes } from './classes.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> {
  readonly onValue?: (checked: boolean) => void
  readonly label: ReactNode
  /** Whether only screen readers get the label, e.g. in a list where the row says it. */
  readonly labelHidden?: boolean
}

/** A checkbox; its whole line can be clicked. */
export function Checkbox({ id, label, labelHidden = false, className, onValue, ...native }: CheckboxProps) {
  const ownId = useId()
  return (
    <label className={classes(styles.line, className)} htmlFor={id ?? ownId}>
      <input
        {...native}
        id={id ?? ownId}
        type="checkbox"
        className={styles.box}
        onChange={(event) => onValue?.(event.target.checked)}
      />
      {labelHidden ? <VisuallyHidden>{label}</VisuallyHidden> : <span className={styles.text}>{label}</span>}
    </label>
  )
}
