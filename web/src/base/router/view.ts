import type { ComponentType, ReactNode } from 'react'
import type { MessageId } from '../texts/catalogues.ts'

export interface ViewProps {
  /** For a view that several routes share: which of its variants to show, from the route table. */
  readonly variant?: string | undefined
  /** The nested view, or null at the innermost level (RT-3). */
  readonly children: ReactNode
}

/** What a file `<area>/<name>-view.tsx` exports as `view`; it is loaded when a route leads to it, and must render an h1 at once. */
export interface View {
  readonly title: MessageId
  /** The description for search engines and link previews, by the view's variant; left out if neither should show it. */
  readonly about?: (variant: string | undefined) => MessageId
  readonly Component: ComponentType<ViewProps>
}
