import { type RefObject, useLayoutEffect, useRef } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { focusOn, isFocusLost } from './focus.ts'

interface MoreButtonProps extends Pick<ButtonProps, 'busy' | 'className' | 'children'> {
  /** The list that grows. */
  readonly list: RefObject<HTMLElement | null>
  readonly onMore: () => void
}

/** Adds the next entries to a list. With the last ones the button disappears, and the focus moves to the first added entry. */
export function MoreButton({ list, onMore, ...button }: MoreButtonProps) {
  const before = useRef<Element>(null)
  useLayoutEffect(
    () => () => {
      const last = before.current
      queueMicrotask(() => {
        const added = last?.nextElementSibling
        if (added instanceof HTMLElement && isFocusLost()) focusOn(added)
      })
    },
    [],
  )
  return (
    <Button
      variant="secondary"
      {...button}
      onClick={() => {
        before.current = list.current?.lastElementChild ?? null
        onMore()
      }}
    />
  )
}
