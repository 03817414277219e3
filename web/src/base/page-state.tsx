import type { PageState } from '@portico/contract/page'
import { createContext, type ReactNode, use } from 'react'

const PageContext = createContext<PageState | null>(null)

export function PageProvider({ page, children }: { readonly page: PageState; readonly children: ReactNode }) {
  return <PageContext value={page}>{children}</PageContext>
}

/** What the server knew when it rendered the page: brand, session, tabs, language, the first view's data. */
export function usePage(): PageState {
  const page = use(PageContext)
  if (!page) throw new Error('No page state')
  return page
}

/** Whether a rep acts for the person: the rep sees everything but cannot change it. */
export function useActsForPerson(): boolean {
  return Boolean(usePage().session?.simulation)
}
