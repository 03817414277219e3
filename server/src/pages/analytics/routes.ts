import type { Renderer } from '@portico/contract/page'
import { isTagEvent } from '@portico/rules/analytics/events'
import { type PageTag, pageTag } from '@portico/rules/analytics/tags'
import { ROLES } from '@portico/rules/roles'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import type { BrandService } from '../../brands/brand/service.ts'
import type { Database } from '../../platform/db/database.ts'
import { collectorPath } from './page-analytics.ts'
import { createTagCounts, type TagKey } from './tag-counts.ts'

const Tag = v.object({
  brand: v.string(),
  page: v.string(),
  category: v.string(),
  /** '' for the page itself. */
  event: v.optional(v.string(), ''),
})

/** The smallest transparent picture. */
const picture = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/**
 * The collector of tags (AN-1): it answers every request with a picture, and counts only our own tags. It reads no cookie and stores
 * neither address nor time of day; it does not count people who ask not to be counted.
 */
export function bindAnalytics(
  app: FastifyInstance,
  parts: { readonly database: Database; readonly brands: BrandService; readonly views: Renderer['views'] },
): void {
  const { database, brands, views } = parts
  const toTagName = ({ page, category }: PageTag) => `${page}|${category}`
  const names = new Set(views.flatMap((view) => [null, ...ROLES].map((role) => toTagName(pageTag({ ...view, role })))))
  const isKnown = (tag: TagKey) =>
    brands.all.some(({ brand }) => brand.code === tag.brand) &&
    names.has(toTagName(tag)) &&
    (tag.event === '' || isTagEvent(tag.event))
  const counts = createTagCounts(database, (error) => app.log.warn({ err: error }, 'tags not counted'))
  app.addHook('onClose', () => counts.close())
  app.get(collectorPath, async (request, reply) => {
    const tag = readTag(request)
    if (tag !== null && isKnown(tag)) counts.add(tag)
    return reply.type('image/gif').header('cache-control', 'no-store').send(picture)
  })
}

function readTag({ headers, query }: FastifyRequest): TagKey | null {
  if (headers['sec-gpc'] === '1' || headers['sec-fetch-site'] === 'cross-site') return null
  const { success, output } = v.safeParse(Tag, query)
  return success ? output : null
}
