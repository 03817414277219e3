import { parseHost } from '@portico/rules/environment/host'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { BrandService } from '../../brands/brand/service.ts'
import { type CallContext, createContext } from '../../platform/http/context.ts'
import type { OwnOrigins } from '../../platform/http/own-origins.ts'
import { sendHandOver } from './beside-page.ts'
import { setSessionCookies } from './cookies.ts'
import type { Simulations } from './simulation.ts'

const path = '/acting'

/**
 * Address that hands an acting session over to a tab on the members' host that belongs to the called staff host; null if there is none, or
 * if it is not ours. The ticket is in the hash, which reaches no server or log.
 */
export function addressOfTicket(ownOrigins: OwnOrigins, calledOrigin: string): ((ticket: string) => string) | null {
  const url = new URL(calledOrigin)
  if (parseHost(url.host).subDomain !== 'staff') return null
  url.host = url.host.replace(/^staff/, 'secure')
  const origin = ownOrigins.issuerAt(url.origin)
  return origin === null ? null : (ticket) => `${origin}${path}#${ticket}`
}

/**
 * Lets a tab take over a session in which a representative acts (CS-1): a small page outside the portal's own pages, which does not know
 * the person yet, and the address that receives the ticket.
 */
export function bindHandOver(
  app: FastifyInstance,
  parts: { readonly simulations: Simulations; readonly brands: BrandService; readonly ownOrigins: OwnOrigins },
): void {
  app.get(path, sendHandOver)
  app.post(path, { bodyLimit: 1_000 }, (request, reply) => take(parts, request, reply))
}

async function take(
  { simulations, brands, ownOrigins }: Parameters<typeof bindHandOver>[1],
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const context: CallContext = createContext(request, reply)
  const { ticket } = (request.body ?? {}) as { readonly ticket?: unknown }
  const { origin } = request.headers
  // Only the page above may send it: no other page may sign a browser in.
  const isOwn = origin === context.calledOrigin && ownOrigins.mayChange(origin, context.calledOrigin)
  reply.header('cache-control', 'no-store')
  if (!isOwn || typeof ticket !== 'string') return reply.code(403).send()
  const taken = await simulations.take({ ticket, sessionToken: context.cookies.LtpaToken2 }, context)
  if (taken === null) return reply.code(404).send()
  if (taken === 'occupied') return reply.code(409).send()
  setSessionCookies(context, taken)
  brands.setCookies(context, brands.brandFor(taken.principal, parseHost(context.host)))
  return reply.code(204).send()
}
