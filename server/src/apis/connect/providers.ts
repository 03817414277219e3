import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import { notFound } from '../../platform/http/errors.ts'
import type { OwnOrigins } from '../../platform/http/own-origins.ts'
import { innerRequest } from './inner-request.ts'
import type { ProviderParts } from './provider.ts'

export interface ServerParts extends ProviderParts {
  readonly isBrand: (code: string) => boolean
  readonly ownOrigins: OwnOrigins
}

interface Place {
  readonly brand: string
  readonly origin: string
}

/** In production there is one for each of the portal's brands and origins. */
const maxProviders = 400

/** The authorization servers, each created on first use. */
export function createProviders(parts: ServerParts) {
  const { isBrand, ownOrigins } = parts
  const providers = new Map<string, Promise<Provider>>()
  return { findPlace, hand }

  /** The brand and the origin of a request; null if either is not ours. */
  function findPlace(request: FastifyRequest): Place | null {
    const { brand } = request.params as { readonly brand: string }
    const origin = ownOrigins.issuerAt(`${request.protocol}://${request.host}`)
    return origin === null || !isBrand(brand) ? null : { brand, origin }
  }

  function providerAt(place: Place): Promise<Provider> {
    const key = `${place.origin} ${place.brand}`
    const known = providers.get(key)
    if (known !== undefined) return known
    if (providers.size >= maxProviders) providers.delete(providers.keys().next().value ?? '')
    // The library is loaded only where apps are used.
    const made = import('./provider.ts').then(({ createBrandProvider }) => createBrandProvider(parts, place))
    providers.set(key, made)
    made.catch(() => providers.delete(key))
    return made
  }

  /** Lets the library answer a request in its inner form. */
  async function hand(
    request: FastifyRequest,
    reply: FastifyReply,
    seen: Omit<Parameters<typeof innerRequest>[1], 'prefix'>,
  ): Promise<FastifyReply> {
    const place = findPlace(request)
    if (place === null) return notFound(request, reply)
    const provider = await providerAt(place)
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value)
    reply.hijack()
    await provider.callback()(innerRequest(request, { ...seen, prefix: `/connect/${place.brand}` }), reply.raw)
    return reply
  }
}
