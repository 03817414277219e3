import { History } from 'lucide-react'
import { useText } from '../../base/texts/text.tsx'
import { useArea } from '../../base/texts/use-areas.ts'
import { Button } from '../../ui/button.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './earlier-messages.module.css'
import type { EarlierState } from './use-earlier.ts'

/** Announces how many entries were loaded. */
export function EarlierStatus({ step }: Pick<EarlierState, 'step'>) {
  const t = useText()
  return (
    <VisuallyHidden>
      <span role="status">
        {step.kind === 'busy' && t('conversation.loading')}
        {step.kind === 'shown' && t('conversation.shown', { count: step.added })}
      </span>
    </VisuallyHidden>
  )
}

/** Loads earlier messages; placed in the list where they will appear. */
export function EarlierButton({ count, state }: { readonly count: number; readonly state: EarlierState }) {
  const t = useText()
  const ready = useArea('conversation')
  if (!ready) return null
  return (
    <li className={styles.earlier}>
      <Button
        variant="secondary"
        className={styles.button}
        icon={<History aria-hidden="true" />}
        busy={state.step.kind === 'busy'}
        onClick={state.show}
      >
        {t('conversation.earlier', { count })}
      </Button>
      {state.step.kind === 'failed' && (
        <p role="alert" className={styles.failed}>
          {t('conversation.failed')}
        </p>
      )}
    </li>
  )
}
