import { isTagEvent } from '@portico/rules/analytics/events'
import { isTagName } from '@portico/rules/analytics/tags'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import type { BrandService } from '../brand/service.ts'
import type { Database } from '../db/database.ts'
import { collectorPath } from './page-analytics.ts'
import { createTagCounts, type TagKey } from './tag-counts.ts'

const Name = v.pipe(v.string(), v.check(isTagName))
const Tag = v.object({
  brand: v.string(),
  page: Name,
  category: Name,
  /** '' for the page itself. */
  event: v.optional(
    v.pipe(
      v.string(),
      v.check((text) => text === '' || isTagEvent(text)),
    ),
    '',
  ),
})

/** The smallest transparent picture. */
const picture = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/**
 * The collector of tags (AN-1): it answers a picture whatever it is sent, and counts what is a tag of ours. It reads no
 * cookie and keeps neither address nor time of day; who asks not to be counted is not.
 */
export function bindAnalytics(
  app: FastifyInstance,
  { database, brands }: { readonly database: Database; readonly brands: BrandService },
): void {
  const codes = new Set(brands.all.map(({ brand }) => brand.code))
  const counts = createTagCounts(database, (error) => app.log.warn({ err: error }, 'tags not counted'))
  app.addHook('onClose', () => counts.close())
  app.get(collectorPath, async (request, reply) => {
    const tag = tagOf(request, codes)
    if (tag !== null) counts.add(tag)
    return reply.type('image/gif').header('cache-control', 'no-store').send(picture)
  })
}

function tagOf({ headers, query }: FastifyRequest, codes: ReadonlySet<string>): TagKey | null {
  if (headers['sec-gpc'] === '1' || headers['sec-fetch-site'] === 'cross-site') return null
  const { success, output } = v.safeParse(Tag, query)
  return success && codes.has(output.brand) ? output : null
}
