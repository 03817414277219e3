import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { focusOn } from '../../ui/focus.ts'
import { FailedCard } from './failed-card.tsx'

interface FailedPartProps {
  readonly onRetry: () => void
  /** A way back. */
  readonly children?: ReactNode
}

/** Stands in for a part that someone opened and that could not be loaded; it takes the focus, as the part would have. */
export function FailedPart({ onRetry, children }: FailedPartProps) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    focusOn(box.current)
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={box}>
      {children}
      <FailedCard onRetry={onRetry} />
    </div>
  )
}
