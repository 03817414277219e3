import type { Reader } from '../../../platform/db/database.ts'
import { type Call, countRead, requireAllowed } from './asked.ts'
import type { Entry } from './bundle.ts'
import { bundlePage } from './list-page.ts'
import type { PageLinks } from './page-link.ts'
import { buildAboutSeen, toProvenance } from './provenance-statement.ts'
import { listAllowed } from './scopes.ts'
import { isUuid, type Pairs, type Search } from './search-statement.ts'
import { type Listed, type Row, readAbout, readListed, readPage, readTargets, type Wanted } from './store.ts'

/** Parameters of a list. */
export interface Listing {
  readonly type: string
  readonly asked: Pairs
  readonly wanted: Wanted
  readonly found: Pick<Search, 'count' | 'includes' | 'withProvenance' | 'isCounted'>
}

/** A page of a search, with the resources that it includes. */
export async function listPage(
  links: PageLinks,
  reader: Reader,
  asked: Listing,
  call: Call,
  onlyTypes: readonly string[] | null = null,
): Promise<{ readonly text: string; readonly count: number }> {
  const { type, wanted, found } = asked
  const isAlone = found.includes.length === 0 && !found.withProvenance
  const { rows, total, beside } = isAlone
    ? { ...(await readListed(reader, wanted)), beside: [] }
    : await readWithBeside(reader, asked, call, onlyTypes)
  const shown = rows.slice(0, found.count)
  const last = rows.length > found.count ? shown.at(-1) : undefined
  const entries: Entry[] = shown.map((row) => toEntry(row, 'match', call))
  const text = bundlePage(links, [...entries, ...beside], { type, asked: asked.asked, last, total }, call)
  return { text, count: countRead(rows, wanted) }
}

async function readWithBeside(
  reader: Reader,
  { wanted, found }: { readonly wanted: Wanted; readonly found: Pick<Search, 'count' | 'includes' | 'withProvenance'> },
  call: Call,
  onlyTypes: readonly string[] | null,
) {
  const page = await readPage(reader, wanted)
  return { ...page, beside: await listBeside(reader, page.rows.slice(0, found.count), found, call, onlyTypes) }
}

/** Resources that come with a page: what its resources refer to, and their Provenance. */
async function listBeside(
  reader: Reader,
  shown: readonly Row[],
  found: Pick<Search, 'includes' | 'withProvenance'>,
  call: Call,
  onlyTypes: readonly string[] | null,
): Promise<readonly Entry[]> {
  const targets = listTargets(shown, found.includes).filter((target) => {
    const of = target.slice(0, target.indexOf('/'))
    // Includes add nothing outside the scopes; types that the scopes narrow stay out unless they were searched for.
    return listAllowed(call.access, of, 'r') === 'all' && (onlyTypes === null || onlyTypes.includes(of))
  })
  const own = new Set(shown.map((row) => `${row.type}/${row.id}`))
  const included = await readTargets(
    reader,
    call.access,
    targets.filter((target) => !own.has(target)),
  )
  const entries: Entry[] = included.map((row) => toEntry(row, 'include', call))
  if (found.withProvenance) {
    requireAllowed(call, 'Provenance', 's')
    const came = await readAbout(reader, call.access, shown, buildAboutSeen(call))
    for (const row of [...shown, ...came]) entries.push({ ...toProvenance(row, call), mode: 'include' })
  }
  return entries
}

function toEntry({ type, id, body }: Listed, mode: Entry['mode'], { base }: Call): Entry {
  return { address: `${base}/${type}/${id}`, body, mode }
}

/** What some rows refer to through some parameters. */
function listTargets(rows: readonly Row[], includes: readonly string[]): string[] {
  const isAsked = (name: string, target: string) =>
    includes.includes('*') ||
    includes.includes(name) ||
    includes.includes(`${name}=${target.slice(0, target.indexOf('/'))}`)
  const found = rows.flatMap(({ refs }) =>
    refs.flatMap((ref) => {
      const at = ref.indexOf('=')
      const [name, target] = [ref.slice(0, at), ref.slice(at + 1)]
      return isAsked(name, target) && isUuid(target.slice(target.indexOf('/') + 1)) ? target : []
    }),
  )
  return [...new Set(found)]
}
