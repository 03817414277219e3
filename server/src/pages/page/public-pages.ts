import type { Language, PageState } from '@portico/contract/page'
import { type CallContext, createBareContext } from '../../platform/http/context.ts'
import { createLruCache } from '../../platform/lru-cache.ts'
import { type ComposedPage, composePage } from './composed-page.ts'
import { type MakeParts, makePage } from './make-page.ts'
import { type PageRequest, parseFontSize } from './state.ts'
import { parseUsualTimeZone } from './time-zone.ts'

/**
 * Everything that a page for visitors depends on. It is rendered from this alone, so a cached page can contain nobody's data and
 * nothing of another brand.
 */
interface PublicPageKey {
  readonly request: Omit<PageRequest, 'principal' | 'reports'>
  readonly language: Language
  readonly fontSize: PageState['fontSize']
  readonly timeZone: PageState['timeZone']
  readonly privacyControl: boolean
  /** The minute in which it is rendered, in ms since 1970. */
  readonly minute: number
  /** The version of the settings and texts in the database; it changes whenever one of them does. */
  readonly version: string
}

export interface PublicPage {
  readonly state: PageState
  readonly page: ComposedPage
}

export interface PublicPages {
  /** The page for a request; null if it differs between visitors. */
  find(request: PageRequest, context: CallContext): Promise<PublicPage | null>
}

/** The most pages; a page takes about 100 kB. */
const maxPages = 150

const minuteMs = 60_000

/** Caches the pages that are the same for everyone, keeping those requested last; a change of settings or texts shows at once. */
export function createPublicPages(parts: MakeParts): PublicPages {
  const kept = createLruCache<PublicPage>(maxPages)

  return {
    find: async (request, context) => {
      if (!isForEveryone(request, context)) return null
      const { version } = await parts.readRemembered()
      const key = JSON.stringify(toKey(request, context, version))
      return kept(key, version, () => render(JSON.parse(key), context.warn))
    },
  }

  /** Renders from the key alone: everything else about the request is missing here. */
  async function render(key: PublicPageKey, warn: (message: string) => void): Promise<PublicPage> {
    const request = { ...key.request, principal: null, reports: [] }
    const { state, document } = await makePage(parts, request, visitorContext(key, warn))
    return { state, page: await composePage(document) }
  }
}

/** A request with a session, a query or anything to report gets its own page. */
function isForEveryone({ principal, url, status, reports }: PageRequest, { cookies }: CallContext): boolean {
  const isPlain = principal === null && status === 200 && reports.length === 0 && !url.includes('?')
  return isPlain && cookies.LtpaToken2 === undefined
}

function toKey(
  { principal: _, reports: __, ...request }: PageRequest,
  { language, cookies, header, now }: CallContext,
  version: string,
): PublicPageKey {
  return {
    request,
    language,
    fontSize: parseFontSize(cookies.fontSize),
    timeZone: parseUsualTimeZone(cookies.timeZone),
    privacyControl: header('sec-gpc') === '1',
    minute: Math.floor(now.getTime() / minuteMs) * minuteMs,
    version,
  }
}

/** A visitor about whom we know nothing but the key. */
function visitorContext(key: PublicPageKey, warn: (message: string) => void): CallContext {
  const { language, fontSize, timeZone, privacyControl, minute } = key
  return createBareContext({
    principal: null,
    now: new Date(minute),
    language,
    origin: { address: '', requestId: '' },
    cookies: { fontSize, timeZone },
    header: (name) => (name === 'sec-gpc' && privacyControl ? '1' : undefined),
    warn,
  })
}
