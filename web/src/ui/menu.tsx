import { MENU_POPUP_DELAY_MS } from '@portico/rules/timing'
import { ChevronDown } from 'lucide-react'
import {
  type ComponentProps,
  createContext,
  type PointerEvent,
  type ReactNode,
  use,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { Link } from '../base/router/link.tsx'
import { classes } from './classes.ts'
import { useDisclosure } from './disclosure.ts'
import styles from './menu.module.css'

const CloseContext = createContext<() => void>(() => {})

export interface MenuProps {
  readonly label: ReactNode
  /** What the button is for, if the label alone does not say it. */
  readonly accessibleLabel?: string
  readonly icon?: ReactNode
  readonly children: ReactNode
  /** The side of the button that the panel is aligned with; `end` by default. */
  readonly align?: 'start' | 'end'
  /** Whether it opens by itself when a mouse rests on the button for 500 ms (MN-1). */
  readonly popup?: boolean
  readonly className?: string | undefined
  readonly buttonClassName?: string | undefined
}

/**
 * A button that shows and hides a panel (MN-1). The panel contains ordinary links and buttons, so Tab moves through it, and so do
 * arrow keys and letters; `useDisclosure` describes what closes it.
 */
export function Menu(props: MenuProps) {
  const { label, accessibleLabel, icon, children, align = 'end', popup = false } = props
  const panelId = useId()
  const { open, setOpen, root, button, rootProps } = useDisclosure()
  const popupProps = usePopup({ enabled: popup, open, setOpen })
  return (
    <div ref={root} className={classes(styles.menu, props.className)} data-menu {...rootProps} {...popupProps.root}>
      <button
        ref={button}
        type="button"
        className={classes(styles.button, props.buttonClassName)}
        aria-expanded={open}
        aria-controls={open ? panelId : undefined}
        aria-label={accessibleLabel}
        onClick={popupProps.press}
      >
        {icon}
        {label}
        <ChevronDown aria-hidden="true" className={styles.arrow} />
      </button>
      {open && (
        <div id={panelId} className={classes(styles.panel, styles[align])}>
          <CloseContext value={() => setOpen(false)}>{children}</CloseContext>
        </div>
      )}
    </div>
  )
}

interface PopupOptions {
  readonly enabled: boolean
  readonly open: boolean
  readonly setOpen: (open: boolean) => void
}

/** A mouse that rests on the button opens the panel, and leaving closes it; a click keeps it open. */
function usePopup({ enabled, open, setOpen }: PopupOptions) {
  const timer = useRef(0)
  const [stays, setStays] = useState(false)
  const stop = () => window.clearTimeout(timer.current)
  useEffect(() => () => window.clearTimeout(timer.current), [])
  return {
    press() {
      stop()
      setOpen(!open || !stays)
      setStays(!open || !stays)
    },
    root: {
      onPointerEnter(event: PointerEvent) {
        if (!enabled || open || event.pointerType !== 'mouse') return
        timer.current = window.setTimeout(() => {
          setStays(false)
          setOpen(true)
        }, MENU_POPUP_DELAY_MS)
      },
      onPointerLeave() {
        stop()
        if (open && !stays) setOpen(false)
      },
    },
  }
}

interface ItemTexts {
  readonly icon?: ReactNode
  readonly children: ReactNode
}

/** A link in a menu's panel. */
export function MenuLink({ to, icon, children, ...native }: ItemTexts & ComponentProps<'a'> & { readonly to: string }) {
  return (
    <Link {...native} to={to} className={styles.item}>
      {icon}
      <span className={styles.itemText}>{children}</span>
    </Link>
  )
}

export interface MenuActionProps extends ItemTexts {
  readonly onPress: () => void
  /** For one of several options: whether it is the chosen one. */
  readonly chosen?: boolean | undefined
  readonly lang?: string
  /** Whether the menu stays open, for options that take effect visibly at once. */
  readonly keepOpen?: boolean
}

/** An action, or an option, in a menu's panel. */
export function MenuAction({ onPress, icon, chosen, lang, keepOpen = false, children }: MenuActionProps) {
  const close = use(CloseContext)
  const press = () => {
    if (!keepOpen) close()
    onPress()
  }
  return (
    <button type="button" className={styles.item} aria-pressed={chosen} lang={lang} onClick={press}>
      {icon}
      <span className={styles.itemText}>{children}</span>
    </button>
  )
}
