import type { ComponentType, ReactNode } from 'react'
import type { MessageId } from '../texts/catalogues.ts'

export interface ViewProps {
  /** Which of several things a view shared by several routes shows; the route table says. */
  readonly variant?: string | undefined
  /** The nested view, or null at the innermost level (RT-3). */
  readonly children: ReactNode
}

/** What a file `<area>/<name>-view.tsx` exports as `view`: loaded when a route leads to it. Renders an h1 at once. */
export interface View {
  readonly title: MessageId
  readonly Component: ComponentType<ViewProps>
}
