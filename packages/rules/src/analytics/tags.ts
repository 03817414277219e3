import type { BrandIdentity } from '../brand/families.ts'
import { isNorthDakota, isWestVirginia, isWyoming } from '../brand/families.ts'
import type { Brand } from '../brand/types.ts'
import type { HostInfo } from '../environment/host.ts'
import type { Role } from '../roles.ts'

/** Identifies the browser, not a person; the number below is its lifetime in seconds (AN-1). */
export const ID_COOKIE = 'UnicaID'
export const ID_COOKIE_S = 15_552_000

/** Holds the events already reported in a session; the session ends when it is not renewed for this many seconds (AN-1). */
export const SESSION_COOKIE = 'UnicaSession'
export const SESSION_COOKIE_S = 1_800

/** The longest that leaving a page waits for a tag, in ms (AN-1). */
export const TAG_WAIT_MS = 1_000

/** Which tag host a page reports to: production when its own host starts with `www` or `m`, else test (AN-1). */
export function tagHost({ name }: Pick<HostInfo, 'name'>): 'production' | 'test' {
  return /^(www|m)\./.test(name) ? 'production' : 'test'
}

/** The brand's id with the analytics service (BR-7). */
export function analyticsId({ analytics }: Pick<Brand, 'analytics'>, host: 'production' | 'test'): string {
  return host === 'production' ? analytics.prod : analytics.test
}

/** The vendor script that the brand's pages load if one is configured: a survey or a feedback trigger (AN-1). */
export function findIntercept(brand: BrandIdentity): 'survey' | 'feedback' | null {
  if (isWestVirginia(brand)) return 'survey'
  return isNorthDakota(brand) || isWyoming(brand) ? 'feedback' : null
}

/** What a tag says about a page: our own names, never anything from its address. */
export interface PageTag {
  readonly page: string
  readonly category: string
}

/** Views whose names come from the sources (MC-7), or that belong to a different area than their folder suggests. */
const named: Readonly<Record<string, readonly [page: string, category: string]>> = {
  'message-center/message-center-view': ['MESSAGE CENTER HOME', 'MESSAGE CENTER'],
  'contact-us/contact-us-view': ['CONTACT US', 'MESSAGE CENTER'],
}

/** The tag of a view, from its file and variant in the route table and the person's role. */
export function pageTag({
  view,
  variant,
  role,
}: {
  readonly view: string
  readonly variant: string | undefined
  readonly role: Role | null
}): PageTag {
  const [folder = '', file = ''] = view.split('/')
  const [page, category] = named[view] ?? [inCapitals(variant ?? file.replace(/-view$/, '')), inCapitals(folder)]
  const who = inCapitals(role ?? 'VISITOR')
  return { page: `${who}:${page}`, category: `${who}:${category}` }
}

function inCapitals(name: string): string {
  return name
    .toUpperCase()
    .replace(/[^A-Z]+/g, ' ')
    .trim()
}
