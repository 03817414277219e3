import { CloudOff, RotateCw } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useText } from '../texts/text.tsx'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'
import { focusOn, isFocusLost, viewHeading } from './focus.ts'

export interface ErrorStateProps {
  readonly onRetry: () => void
  /** A general text by default. */
  readonly title?: ReactNode
  readonly text?: ReactNode
}

/** Says in place that something could not be loaded, with a button to try again. Announced when it appears. */
export function ErrorState({ onRetry, title, text }: ErrorStateProps) {
  const t = useText()
  const box = useRef<HTMLDivElement>(null)
  // A successful retry removes its button, so the focus moves to the heading of the part, or else of the view.
  useLayoutEffect(() => {
    const place = box.current
    return () => {
      if (!place?.contains(document.activeElement)) return
      const heading = place.closest('section, article')?.querySelector<HTMLElement>('h2, h3')
      queueMicrotask(() => isFocusLost() && focusOn(heading?.isConnected ? heading : viewHeading()))
    }
  }, [])
  return (
    <div role="alert" ref={box}>
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
