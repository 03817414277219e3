import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import styles from './toggle.module.css'

export interface ToggleProps {
  readonly label: ReactNode
  readonly children: ReactNode
  /** False by default. */
  readonly startsOpen?: boolean
}

/** A container that opens and closes in 200 ms with a click on its line, or at once for people who prefer reduced motion (MN-1). */
export function Toggle({ label, children, startsOpen = false }: ToggleProps) {
  const [open, setOpen] = useState(startsOpen)
  const id = useId()
  return (
    <div>
      <button
        type="button"
        className={styles.button}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <ChevronDown aria-hidden="true" className={styles.arrow} />
        {label}
      </button>
      <div id={id} className={styles.panel} data-open={open || undefined}>
        <div className={styles.inner}>{children}</div>
      </div>
    </div>
  )
}
