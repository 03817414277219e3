import type { PageState } from '@portico/contract/page'
import { isProspect } from '@portico/rules/roles'
import type { Findable } from '@portico/rules/search/rank'
import { link } from '../../base/router/links.ts'
import { mayBeShown } from '../../base/router/match.ts'
import { readPlace } from '../../base/router/place.ts'
import { type FoundName, type PageRoutes, pages } from '../../base/router/routes.ts'
import type { MessageId } from '../../base/texts/catalogues.ts'
import type { Translate } from '../../base/texts/text.tsx'

/** A page of the portal that can be found by searching. */
export interface FindablePage extends Findable {
  readonly to: string
  /** The person has to sign in before opening it. */
  readonly signInFirst: boolean
}

/** The screens that have words for the search, by name. */
export const addresses = Object.fromEntries(
  Object.entries(pages).flatMap(([prefix, { views }]) => listFound(prefix, views)),
) as Readonly<Record<FoundName, string>>

function listFound(prefix: string, views: PageRoutes['views'], above: readonly string[] = []): [FoundName, string][] {
  return Object.entries(views).flatMap(([segment, { found, children = {} }]) => {
    const path = [...above, segment]
    const inside = listFound(prefix, children, path)
    return found === undefined ? inside : [[found, link(prefix, path)], ...inside]
  })
}

/** Of no use to people who are signed in. */
const forVisitors: readonly FoundName[] = ['forgot-username', 'forgot-password', 'register']

/** The pages that this person may see (VA-8): their header's tabs, and the others that the route table allows. */
export function findablePages(
  { tabs, session }: Pick<PageState, 'tabs' | 'session'>,
  t: Translate,
): readonly FindablePage[] {
  const names = (Object.keys(addresses) as FoundName[]).filter(
    (name) => mayBeShown(readPlace(addresses[name]), session) && !(session !== null && forVisitors.includes(name)),
  )
  const isShopper = session !== null && isProspect(session.role)
  const known = Object.values<string>(addresses)
  return [
    // A tab whose address is also one of the pages below is listed once, with that page's words.
    ...tabs
      .filter(({ url }) => !known.includes(url))
      .map((tab) => ({
        title: tab.label,
        text: t(
          isShopper && tab.id === 'navHome'
            ? 'search.page.prospect-home.text'
            : (`search.tab.${tab.id}` satisfies MessageId),
        ),
        to: tab.url,
        signInFirst: session === null && tab.url.startsWith('/') && !mayBeShown(readPlace(tab.url), session),
      })),
    ...names.map((name) => ({
      title: t(`search.page.${name}.title`),
      text: t(`search.page.${name}.text`),
      keywords: t(`search.page.${name}.keywords`),
      to: addresses[name],
      signInFirst: false,
    })),
  ]
}
