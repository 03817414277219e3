import { CloudOff, RotateCw } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useText } from '../texts/text.tsx'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'
import { focusOn, isFocusLost, viewHeading } from './focus.ts'

export interface ErrorStateProps {
  readonly onRetry: () => void
  /** General words by default. */
  readonly title?: ReactNode
  readonly text?: ReactNode
}

/** Something could not be loaded: says so in place and offers another try. Announced when it appears. */
export function ErrorState({ onRetry, title, text }: ErrorStateProps) {
  const t = useText()
  const box = useRef<HTMLDivElement>(null)
  // A try that works takes its button away: reading goes on at the heading of the part, else at that of the view.
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
