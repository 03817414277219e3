import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { noteUnloaded } from '../base/unloaded.ts'

/** A component that is loaded when needed, as a separate chunk. */
export interface Part<Props extends object> {
  /** Null until it is loaded. */
  readonly component: ComponentType<Props> | null
  /**
   * Loads it; rejects if it is not available, in which case the next call tries again. `isAsked`: whether someone waits for it, for whom
   * the page may be reloaded.
   */
  load(isAsked?: boolean): Promise<void>
}

export function createPart<Props extends object>(fetchComponent: () => Promise<ComponentType<Props>>): Part<Props> {
  let component: ComponentType<Props> | null = null
  return {
    get component() {
      return component
    },
    async load(isAsked) {
      component = await fetchComponent().catch((failure: unknown) => noteUnloaded(failure, isAsked))
    },
  }
}

export interface LazyPartProps<Props extends object> {
  readonly part: Part<Props>
  readonly props: Props
  /** Shown if it is not available; for a part that someone asked for. */
  readonly renderFailed?: (retry: () => void) => ReactNode
}

/**
 * Shows a part: at once if it is already loaded, otherwise as soon as it is, and `renderFailed` if it is not available. (React's own lazy
 * components wait 300 ms to prevent flickering fallbacks; a menu cannot wait that long.)
 */
export function LazyPart<Props extends object>({ part, props, renderFailed }: LazyPartProps<Props>) {
  const [, setLoaded] = useState(part.component !== null)
  const [attempt, setAttempt] = useState({ turn: 0, hasFailed: false })
  const { turn, hasFailed } = attempt
  useEffect(() => {
    // It may have been loaded since the first rendering.
    if (part.component !== null) setLoaded(true)
    else
      part.load(turn > 0).then(
        () => setLoaded(true),
        () => setAttempt({ turn, hasFailed: true }),
      )
  }, [part, turn])
  const Shown = part.component
  if (Shown) return <Shown {...props} />
  return hasFailed ? renderFailed?.(() => setAttempt({ turn: turn + 1, hasFailed: false })) : null
}
