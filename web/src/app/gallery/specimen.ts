import type { ReactNode } from 'react'

/** One state of a component. */
export interface Specimen {
  readonly state: string
  readonly show: ReactNode
}

/** Every state of some components of `ui`, by the component's name. */
export type Specimens = Readonly<Record<string, readonly Specimen[]>>
