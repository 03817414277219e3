import { badParameter } from '../outcome.ts'
import type { Call } from './asked.ts'
import { type Entry, searchset } from './bundle.ts'
import type { PageLinks, Place } from './page-link.ts'
import type { Pairs } from './search-statement.ts'

/** A page of a list as a Bundle, with the link to the next one. */
export function bundlePage(
  links: PageLinks,
  entries: readonly Entry[],
  page: {
    readonly type: string
    readonly asked: Pairs
    readonly last: Place | undefined
    readonly total: number | null
  },
  { access, base, now }: Call,
): string {
  const { type, asked, last, total } = page
  const path = type === '$everything' ? `Patient/${access.memberId}/$everything` : type
  const more = last && links.write(access, type, { pairs: asked, place: { at: last.at, id: last.id } })
  return searchset(
    entries,
    [
      { relation: 'self', url: buildSelf(`${base}/${path}`, asked) },
      ...(more === undefined ? [] : [{ relation: 'next' as const, url: `${base}/${path}?_page=${more}` }]),
    ],
    { total, now },
  )
}

/** The original request, and the place where the list continues; null at its beginning. */
export function continueList(
  links: PageLinks,
  type: string,
  pairs: Pairs,
  { access }: Call,
): { readonly asked: Pairs; readonly after: Place | null } {
  const [page, ...more] = pairs.filter(([name]) => name === '_page')
  if (page === undefined) return { asked: pairs, after: null }
  if (more.length > 0 || pairs.length > 1) throw badParameter('_page', 'stands alone')
  const next = links.read(access, type, page[1])
  return { asked: next.pairs, after: next.place }
}

/** The requested address, as it was understood. */
function buildSelf(address: string, pairs: Pairs): string {
  const query = new URLSearchParams(pairs.map(([name, value]) => [name, value]))
  return pairs.length === 0 ? address : `${address}?${query}`
}
