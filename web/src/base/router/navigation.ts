import type { HashForm } from '@portico/rules/routing/hash'
import { createContext } from 'react'
import { useRequired } from '../use-required.ts'
import type { RouteMatch } from './match.ts'

export interface NavigateOptions {
  /** Replaces the current history entry. */
  readonly replace?: boolean
  /** Neither scrolls nor moves the focus: for changes within a view, such as another page of a list. */
  readonly quiet?: boolean
}

export interface Navigation {
  readonly match: RouteMatch
  /** Title of the innermost view, without the brand. */
  readonly title: string
  /** The address in the form that the browser needs. */
  href(to: string): string
  navigate(to: string, options?: NavigateOptions): void
}

export const NavigationContext = createContext<Navigation | null>(null)

export function useNavigation(): Navigation {
  return useRequired(NavigationContext, 'router')
}

/** The current address. */
export interface Route {
  /** E.g. `/msg/`; '' if the path is not one of the portal's. */
  readonly prefix: string
  readonly form: HashForm | null
  readonly segments: readonly string[]
  /** Parameters in the hash. */
  readonly params: Readonly<Record<string, string>>
  /** Parameters of the query string. */
  readonly query: Readonly<Record<string, string>>
  /** Segments that the route table names. */
  readonly named: Readonly<Record<string, string>>
}

export function useRoute(): Route {
  const { place, named } = useNavigation().match
  const { prefix, form, segments, params, query } = place
  return { prefix: prefix ?? '', form, segments, params, query, named }
}

/** `navigate(to, options?)`: shows a portal address, or leaves for any other. */
export function useNavigate(): Navigation['navigate'] {
  return useNavigation().navigate
}
