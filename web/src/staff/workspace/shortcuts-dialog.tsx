import { useText } from '../../base/texts/text.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import styles from './shortcuts-dialog.module.css'
import { shortcutKeys } from './use-shortcuts.ts'

interface ShortcutsDialogProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly on: boolean
  readonly onSwitch: (on: boolean) => void
}

/** The keyboard shortcuts, with a switch to turn them off (WCAG 2.1.4). */
export function ShortcutsDialog({ open, onClose, on, onSwitch }: ShortcutsDialogProps) {
  const t = useText()
  return (
    <Dialog
      size="small"
      open={open}
      onClose={onClose}
      title={t('workspace.shortcuts')}
      actions={
        <Button variant="secondary" aria-pressed={!on} onClick={() => onSwitch(!on)}>
          {t(on ? 'workspace.shortcuts.off' : 'workspace.shortcuts.on')}
        </Button>
      }
    >
      <p>{t(on ? 'workspace.shortcuts.text' : 'workspace.shortcuts.text-off')}</p>
      <dl className={styles.keys}>
        {shortcutKeys.map((key) => (
          <div key={key} className={styles.row}>
            <dt>
              <kbd className={styles.key}>{key}</kbd>
            </dt>
            <dd>{t(`workspace.key.${key}`)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
