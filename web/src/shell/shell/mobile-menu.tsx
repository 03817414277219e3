import { Menu as MenuIcon, X } from 'lucide-react'
import { useId } from 'react'
import { useText } from '../../base/texts/text.tsx'
import { useDisclosure } from '../../ui/disclosure.ts'
import { createPart, LazyPart } from '../../ui/lazy-part.tsx'
import type { HeaderProps } from './header.tsx'
import styles from './mobile-menu.module.css'

const panel = createPart(async () => (await import('./mobile-panel.tsx')).MobilePanel)

/** The only menu on narrow screens (HD-1). Its panel is loaded at the first sign that it will be needed. */
export function MobileMenu(props: HeaderProps) {
  const t = useText()
  const panelId = useId()
  const { open, setOpen, root, button, rootProps } = useDisclosure()
  const expect = () => {
    panel.load(false).catch(() => {})
  }
  return (
    <div ref={root} className={styles.menu} {...rootProps}>
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-expanded={open}
        aria-controls={open ? panelId : undefined}
        onPointerDown={expect}
        onFocus={expect}
        onClick={() => setOpen(!open)}
      >
        {open ? <X aria-hidden="true" /> : <MenuIcon aria-hidden="true" />}
        <span className={styles.word}>{t('shell.menu')}</span>
      </button>
      {open && (
        <div id={panelId} className={styles.panel}>
          <LazyPart part={panel} props={props} />
        </div>
      )}
    </div>
  )
}
