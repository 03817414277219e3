import type { PageState } from '@portico/contract/page'
import { createContext, type ReactNode } from 'react'
import { useRequired } from './use-required.ts'

const PageContext = createContext<PageState | null>(null)

export function PageProvider({ page, children }: { readonly page: PageState; readonly children: ReactNode }) {
  return <PageContext value={page}>{children}</PageContext>
}

/** What the server knew when it rendered the page: brand, session, tabs, language, the first view's data. */
export function usePage(): PageState {
  return useRequired(PageContext, 'page')
}

/** Whether a rep acts for the person: the rep sees everything but cannot change it. */
export function useActsForPerson(): boolean {
  return Boolean(usePage().session?.simulation)
}
