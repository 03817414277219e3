import type { Language, PageState } from '@portico/contract/page'
import { statement } from '../db/database.ts'
import type { CallContext } from '../http/context.ts'
import { type ComposedPage, composePage } from './composed-page.ts'
import { pageDocument } from './document.ts'
import type { PageRouteParts } from './routes.ts'
import { fontSizeOf, type PageRequest, readPageState, timeZoneOf } from './state.ts'

/**
 * All that a page for whoever is not signed in is made of. It is rendered from this alone, so that what is kept under it can be
 * no one's, nor another brand's: what does not stand here cannot be read.
 */
interface PublicPageKey {
  readonly request: Omit<PageRequest, 'principal' | 'reports'>
  readonly language: Language
  readonly fontSize: PageState['fontSize']
  readonly timeZone: PageState['timeZone']
  readonly privacyControl: boolean
  /** The minute that it is rendered in, in ms since 1970. */
  readonly minute: number
  /** Of the settings and texts that the database holds; another one with each change. */
  readonly version: string
}

export interface PublicPage {
  readonly state: PageState
  readonly page: ComposedPage
}

export interface PublicPages {
  /** The page for a request; null for one that is not the same for everyone. */
  find(request: PageRequest, context: CallContext): Promise<PublicPage | null>
}

/** Pages at most; a page takes about 100 kB. */
const maxPages = 150

const minuteMs = 60_000

/** What a change of any setting or text changes, seen by each statement at once. */
const contentVersion = statement<{ readonly version: string }>(
  'content-version',
  `select concat_ws(' ',
    (select sum(hashtextextended(ctid::text || ' ' || xmin::text, 0)) from app_config),
    (select sum(hashtextextended(ctid::text || ' ' || xmin::text, 0)) from content_item)) as version`,
)

/** Keeps the pages that are the same for everyone, the ones asked for last; a change of settings or texts shows at once. */
export function createPublicPages(parts: PageRouteParts): PublicPages {
  const kept = new Map<string, Promise<PublicPage>>()
  const version = shared(async () => (await parts.database.run(contentVersion, []))[0]?.version ?? '')

  return {
    find: async (request, context) => {
      if (!isForEverybody(request, context)) return null
      const key = JSON.stringify(keyOf(request, context, await version()))
      const page = kept.get(key) ?? render(JSON.parse(key), context.warn)
      // The one asked for last stands last.
      kept.delete(key)
      kept.set(key, page)
      const [oldest] = kept.keys()
      if (kept.size > maxPages && oldest !== undefined) kept.delete(oldest)
      return page.catch((error: unknown) => {
        kept.delete(key)
        throw error
      })
    },
  }

  /** From the key alone: whatever else is asked for of the request is not there. */
  async function render(key: PublicPageKey, warn: (message: string) => void): Promise<PublicPage> {
    const request = { ...key.request, principal: null, reports: [] }
    const state = await readPageState(parts, request, strangerOf(key, warn))
    const rendered = await parts.renderer.render(state)
    const { tokens, brand } = parts.brands.loaded(request.brandCode)
    const { radius } = brand.look
    return { state, page: await composePage((nonce) => pageDocument({ state, rendered, tokens, radius, nonce })) }
  }
}

/** Whoever comes with a session, a query or anything to report gets a page of their own. */
function isForEverybody({ principal, url, status, reports }: PageRequest, { cookies }: CallContext): boolean {
  const isPlain = principal === null && status === 200 && reports.length === 0 && !url.includes('?')
  return isPlain && cookies.LtpaToken2 === undefined
}

function keyOf(
  { principal: _, reports: __, ...request }: PageRequest,
  { language, cookies, header, now }: CallContext,
  version: string,
): PublicPageKey {
  return {
    request,
    language,
    fontSize: fontSizeOf(cookies.fontSize),
    timeZone: timeZoneOf(cookies.timeZone),
    privacyControl: header('sec-gpc') === '1',
    minute: Math.floor(now.getTime() / minuteMs) * minuteMs,
    version,
  }
}

/** Someone of whom no more is known than the key says. */
function strangerOf(key: PublicPageKey, warn: (message: string) => void): CallContext {
  const { language, fontSize, timeZone, privacyControl, minute } = key
  return {
    now: new Date(minute),
    language,
    origin: { address: '', requestId: '' },
    userAgent: '',
    background: false,
    host: '',
    calledOrigin: '',
    cookies: { fontSize, timeZone },
    authorization: undefined,
    header: (name) => (name === 'sec-gpc' && privacyControl ? '1' : undefined),
    fromOwnPage: false,
    ownOrigin: null,
    secure: false,
    setCookie: refuse,
    clearCookie: refuse,
    warn,
  }
}

function refuse(): never {
  throw new Error('A page for everybody leaves no cookies.')
}

/** Asks once for all who wait, and never answers anyone with what was asked for before they came. */
function shared<T>(ask: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<T> | null = null
  return () => {
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = null
        const asked = ask()
        running = asked
        return asked
      })
    return next
  }
}
