import { CloudOff, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../base/texts/text.tsx'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

export interface ErrorStateProps {
  readonly onRetry: () => void
  /** A general text by default. */
  readonly title?: ReactNode
  readonly text?: ReactNode
}

/** Says in place that something could not be loaded, with a button to try again. Announced when it appears. */
export function ErrorState({ onRetry, title, text }: ErrorStateProps) {
  const t = useText()
  return (
    <div role="alert">
      <EmptyState
        icon={<CloudOff />}
        title={title ?? t('ui.error.title')}
        text={text ?? t('ui.error.text')}
        action={
          <Button variant="secondary" icon={<RotateCw aria-hidden="true" />} onClick={onRetry}>
            {t('ui.retry')}
          </Button>
        }
      />
    </div>
  )
}
