import { CircleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import styles from './field.module.css'

/** How often the person has done something, and how often when the focus last moved. */
let [acts, actsAtMove] = [0, -1]
const noteAct = () => {
  acts += 1
}
const noteMove = () => {
  actsAtMove = acts
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
    for (const act of ['keydown', 'pointerdown', 'click', 'input']) document.addEventListener(act, noteAct, true)
    document.addEventListener('focusin', noteMove)
    const shown = region.current
    if (!error || !shown) return
    // Counted, not timed, and before the file has loaded: on a slow device, an error shows long after the focus has moved.
    const shownAfter = acts
    const saying = import('./say-error.ts').then(
      ({ sayUnlessRead }) => sayUnlessRead(shown, () => actsAtMove >= shownAfter),
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
