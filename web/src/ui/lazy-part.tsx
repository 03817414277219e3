import { type ComponentType, useEffect, useState } from 'react'

/** A component that is fetched when it is needed, as a chunk of its own. */
export interface Part<Props extends object> {
  /** Null until it has been fetched. */
  readonly component: ComponentType<Props> | null
  /** Fetches it; rejects when it is not available, and then tries again at the next call. */
  load(): Promise<void>
}

export function createPart<Props extends object>(fetchComponent: () => Promise<ComponentType<Props>>): Part<Props> {
  let component: ComponentType<Props> | null = null
  return {
    get component() {
      return component
    },
    async load() {
      component = await fetchComponent()
    },
  }
}

export interface LazyPartProps<Props extends object> {
  readonly part: Part<Props>
  readonly props: Props
}

/**
 * Shows a part: at once where it has been fetched before, else as soon as it is there, and nothing where it cannot be
 * had. (React's own lazy components are held back for 300 ms so that fallbacks do not flicker; a menu cannot wait.)
 */
export function LazyPart<Props extends object>({ part, props }: LazyPartProps<Props>) {
  const [, setLoaded] = useState(part.component !== null)
  useEffect(() => {
    // It may have come between the first rendering and now.
    if (part.component !== null) setLoaded(true)
    else
      part.load().then(
        () => setLoaded(true),
        () => {},
      )
  }, [part])
  const Shown = part.component
  return Shown && <Shown {...props} />
}
