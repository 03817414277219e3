import { TOOLTIP_DELAY_MS } from '@portico/rules/timing'
import { shiftInto } from '@portico/rules/widgets/placement'
import { CircleQuestionMark, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import {
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import styles from './tooltip.module.css'

const icons: Readonly<Record<string, LucideIcon>> = { help: CircleQuestionMark, info: Info, warning: TriangleAlert }

export interface TooltipProps {
  /** What the icon is for, e.g. `About Deductible`. */
  readonly label: string
  /** `help`, `info` or `warning`; an unknown one shows as `info`. */
  readonly iconType?: string
  readonly children: ReactNode
}

/**
 * An icon that explains what is next to it (MN-6): 400 ms after it gets the focus or a mouse rests on it, or at once when clicked.
 * The pointer can move onto the text; Escape hides it. For screen readers the text describes the icon, whether visible or not.
 */
export function Tooltip({ label, iconType = 'info', children }: TooltipProps) {
  const id = useId()
  const tip = useRef<HTMLSpanElement>(null)
  const { shown, rootProps, show } = useShown()
  usePlacement(tip, shown)
  const Icon = icons[iconType] ?? Info
  return (
    <span className={styles.root} {...rootProps}>
      <button type="button" className={styles.button} aria-label={label} aria-describedby={id} onClick={show}>
        <Icon aria-hidden="true" />
      </button>
      <span ref={tip} id={id} role="tooltip" className={styles.tip} data-shown={shown || undefined}>
        {children}
      </span>
    </span>
  )
}

function useShown() {
  const [shown, setShown] = useState(false)
  const timer = useRef(0)
  const showLater = () => {
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => setShown(true), TOOLTIP_DELAY_MS)
  }
  const hide = () => {
    window.clearTimeout(timer.current)
    setShown(false)
  }
  useEffect(() => () => window.clearTimeout(timer.current), [])
  useEffect(() => {
    if (!shown) return
    const pressKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      // So that Escape does not also close what surrounds it, such as a dialog.
      event.preventDefault()
      setShown(false)
    }
    document.addEventListener('keydown', pressKey)
    return () => document.removeEventListener('keydown', pressKey)
  }, [shown])
  return {
    shown,
    show: () => setShown(true),
    rootProps: {
      onFocus: showLater,
      onBlur: hide,
      onPointerEnter: (event: PointerEvent) => event.pointerType === 'mouse' && showLater(),
      onPointerLeave: (event: PointerEvent) => event.pointerType === 'mouse' && hide(),
    },
  }
}

const marginPx = 8

/**
 * Moves a visible tooltip sideways into the window, and above its icon if there is no room below; again whenever its size changes.
 */
function usePlacement(tip: RefObject<HTMLElement | null>, shown: boolean) {
  useLayoutEffect(() => {
    const element = tip.current
    if (!shown || !element) return
    const putBack = () => {
      element.style.removeProperty('--shift')
      element.removeAttribute('data-above')
    }
    const place = () => {
      putBack()
      const { left, width, bottom } = element.getBoundingClientRect()
      const { clientWidth, clientHeight } = document.documentElement
      const shift = shiftInto({ start: left, size: width, space: clientWidth, margin: marginPx })
      element.style.setProperty('--shift', `${shift}px`)
      element.toggleAttribute('data-above', bottom > clientHeight)
    }
    place()
    const resized = new ResizeObserver(place)
    resized.observe(document.body)
    return () => {
      resized.disconnect()
      putBack()
    }
  }, [tip, shown])
}
