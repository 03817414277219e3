import { CircleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import styles from './field.module.css'

let movedAt = 0
const noteMove = ({ timeStamp }: Event) => {
  movedAt = timeStamp
}

interface FieldErrorProps {
  /** Referred to by the `aria-describedby` of the control. */
  readonly id: string
  readonly children: ReactNode
}

/**
 * What is wrong with a field: the description of its control, which is read when the focus moves there. The error is announced only if the
 * focus does not move to something that says what is wrong, e.g. after Enter in the field itself; it is never announced twice.
 */
export function FieldError({ id, children: error }: FieldErrorProps) {
  const region = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The same listener is added once.
    document.addEventListener('focusin', noteMove)
    const shown = region.current
    if (!error || !shown) return
    // Measured now rather than when the file has loaded, which may take longer than the focus needs to move.
    const shownAt = performance.now()
    const saying = import('./say-error.ts').then(
      ({ sayUnlessRead }) => sayUnlessRead(shown, shownAt, () => movedAt),
      () => {},
    )
    return () => {
      saying.then((stop) => stop?.())
    }
  }, [error])
  return (
    <div ref={region} id={id} className={styles.error}>
      {error && (
        <>
          <CircleAlert aria-hidden="true" />
          <span>{error}</span>
        </>
      )}
    </div>
  )
}
