import { X } from 'lucide-react'
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type SyntheticEvent,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import { useText } from '../base/texts/text.tsx'
import { classes } from './classes.ts'
import styles from './dialog.module.css'
import { suppressEcho } from './touch-echo.ts'

export interface DialogProps {
  readonly open: boolean
  /** Called for the close button, the backdrop or Escape; the owner then sets `open` to false. */
  readonly onClose: () => void
  readonly title: ReactNode
  readonly children: ReactNode
  /** Buttons at the bottom, the most important one first. */
  readonly actions?: ReactNode
  /** False: it can be left only through `actions`. True by default. */
  readonly closeable?: boolean
  /** `regular` has the sources' size (seven of twelve columns, 500 px high); `small` is for notices. */
  readonly size?: 'regular' | 'small'
}

/**
 * A modal based on the platform's dialog (MN-2): closes by button, backdrop or Escape if closeable, Tab stays inside, and the focus
 * returns to where it was.
 */
export function Dialog({ open, onClose, title, children, actions, closeable = true, size = 'regular' }: DialogProps) {
  const t = useText()
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const beganOutside = useRef(false)

  // Before the page is painted; and, when it is removed, while it can still return the focus.
  useLayoutEffect(() => {
    const element = dialog.current
    if (!open || !element) return
    element.showModal()
    // The title gets the focus, so that it is read out; `data-focus` marks an element that gets it instead, such as a field.
    const first = element.querySelector<HTMLElement>('[data-focus]') ?? element.querySelector<HTMLElement>('h2')
    first?.focus()
    return () => element.close()
  }, [open])

  const cancel = (event: SyntheticEvent) => {
    event.preventDefault()
    if (closeable) onClose()
  }
  const close = (press: MouseEvent) => {
    suppressEcho(press.nativeEvent)
    onClose()
  }
  const pressBegins = (event: PointerEvent) => {
    beganOutside.current = event.target === dialog.current
  }
  // A click that started inside, e.g. selecting text, does not close the dialog by ending outside.
  const pressBackdrop = (event: MouseEvent) => {
    if (closeable && beganOutside.current && event.target === dialog.current) close(event)
  }

  return (
    <dialog
      ref={dialog}
      className={classes(styles.dialog, size === 'regular' ? styles.regular : styles.small)}
      aria-labelledby={titleId}
      closedby={closeable ? 'closerequest' : 'none'}
      onCancel={cancel}
      onPointerDown={pressBegins}
      onClick={pressBackdrop}
      onKeyDown={keepTabInside}
    >
      {open && (
        <div className={styles.frame}>
          <div className={styles.head}>
            <h2 id={titleId} className={styles.title} tabIndex={-1}>
              {title}
            </h2>
            {closeable && (
              <button type="button" className={styles.close} aria-label={t('ui.close')} onClick={close}>
                <X aria-hidden="true" />
              </button>
            )}
          </div>
          <div className={styles.body}>{children}</div>
          {actions && <div className={styles.actions}>{actions}</div>}
        </div>
      )}
    </dialog>
  )
}

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea, summary, [tabindex="0"]'

function keepTabInside(event: KeyboardEvent<HTMLDialogElement>) {
  if (event.key !== 'Tab') return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(focusable)].filter(
    (element) => element.checkVisibility?.({ visibilityProperty: true }) ?? true,
  )
  const edge = event.shiftKey ? stops[0] : stops.at(-1)
  const other = event.shiftKey ? stops.at(-1) : stops[0]
  const between = stops.some((stop) => stop === document.activeElement)
  if (document.activeElement !== edge && (between || !event.shiftKey)) return
  event.preventDefault()
  other?.focus()
}
