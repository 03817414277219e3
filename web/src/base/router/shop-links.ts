import { formatHash } from '@portico/rules/routing/hash'
import type { Market } from '@portico/rules/shop/lines'
import { encodePercent } from '@portico/rules/text/parameters'
import { findShop, link } from './links.ts'

/** Addresses in a shop that only its own screens link to, so that no other page has to load them. */
export const shopLinks = {
  plan: (market: Market, planId: string, planYear: number) =>
    link(findShop(market), ['plan', planId], { year: `${planYear}` }),
  apply: (market: Market, planId: string, planYear: number) =>
    link(findShop(market), ['apply', planId], { year: `${planYear}` }),
  /** The target of a shop's link, in its own brand's shop; the server, which knows the address, redirects there (SH-6). */
  ticket: (market: Market, brand: string, part: 'compare' | 'proposal' | 'application' | 'continue', ticket: string) =>
    `/portal/${encodePercent(brand)}?view=${market === 'medicare' ? 'medicare' : 'shop'}${formatHash({ form: '/', segments: [part], params: { ticket } })}`,
} as const
