import type { BrandIdentity } from '../brand/families.ts'

/** Above this length, the address drops its referrer (CH-3). */
export const CHAT_URL_LIMIT = 2000

/** Size of the popup, in CSS pixels, and its window features (CH-3). */
export const CHAT_POPUP = { width: 419, height: 623, features: 'resizable=yes,scrollbars=yes,toolbar=no' } as const

const SHARED_TEMPLATE = 'HBS'
const templates: ReadonlyMap<string, string> = new Map([
  ['HBS', SHARED_TEMPLATE],
  ['PBS', SHARED_TEMPLATE],
  ['HMBS', SHARED_TEMPLATE],
  ['HMBCBS', 'HMBCBS'],
])

/** Address of the chat page with its parameters (CH-3). */
export function chatAddress(options: {
  /** Absolute address of the chat page, from the configuration; it keeps its own query. */
  readonly base: string
  readonly brand: BrandIdentity
  /** Where in the portal the chat was opened: `header`, `footer` or `floating`. */
  readonly entryPoint: string
  readonly referrer: string
  readonly caseId: string | null
  /** Ids of the campaigns that brought the person here, if any. */
  readonly tracking: Readonly<Record<string, string>>
}): string {
  const { base, brand, entryPoint, referrer, caseId, tracking } = options
  const template = templates.get(brand.sharedBrandCode)
  const pairs: [string, string][] = [
    ['entryPoint', entryPoint],
    ...(template === undefined ? [] : [['template', template] as [string, string]]),
    ['lang', 'en'],
    ['country', 'US'],
    ...(caseId === null ? [] : [['caseId', caseId] as [string, string]]),
    ...Object.entries(tracking),
  ]
  const whole = withQuery(base, [...pairs, ['referrer', referrer]])
  return whole.length > CHAT_URL_LIMIT ? withQuery(base, pairs) : whole
}

function withQuery(base: string, pairs: readonly (readonly [string, string])[]): string {
  const query = pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value.toWellFormed())}`)
  return `${base}${base.includes('?') ? '&' : '?'}${query.join('&')}`
}
