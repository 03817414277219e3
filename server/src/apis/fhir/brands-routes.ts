import type { FastifyInstance } from 'fastify'
import type { BrandService } from '../../brands/brand/service.ts'
import { type BrandBundle, brandBundle } from './brand-bundle.ts'
import type { Places } from './places.ts'
import { checkNoQuery, isKnown, sendPublic } from './request.ts'

/** The same for everyone; built once per origin, until a brand changes. */
export function bindBrands(
  app: FastifyInstance,
  brands: Pick<BrandService, 'served' | 'requireLoaded' | 'edition'>,
  places: Places,
): void {
  const made = new Map<string, BrandBundle>()
  let [edition, since] = [brands.edition(), new Date()]
  app.get('/fhir/brands', async (request, reply) => {
    checkNoQuery(request)
    const origin = places.buildOrigin(request)
    if (brands.edition() !== edition) {
      ;[edition, since] = [brands.edition(), new Date()]
      made.clear()
    }
    const bundle = made.get(origin) ?? brandBundle(brands, origin, since)
    // Outside production anyone can call the server by any name.
    if (made.size < 10) made.set(origin, bundle)
    reply.header('etag', bundle.tag)
    return isKnown(request, bundle.tag) ? reply.code(304).send() : sendPublic(reply, bundle.body)
  })
}
