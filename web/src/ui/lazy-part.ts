import { type ComponentType, lazy } from 'react'

/** A part of the page that is fetched when it is first shown; where it cannot be fetched, it shows nothing. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const nothing: ComponentType<Props> = () => null
  return lazy(async () => ({ default: await load().catch(() => nothing) }))
}
