import type { HostInfo } from '@portico/rules/environment/host'
import type { ProjectPlace } from '@portico/rules/environment/projects'
import { findRedirect, hasRedirects, redirectUrls } from '@portico/rules/redirects/redirects'
import type { BrandService } from '../../brands/brand/service.ts'
import { findPerson } from '../../identity/accounts/people.ts'
import { clearSessionCookies } from '../../identity/sessions/cookies.ts'
import type { SignIn } from '../../identity/sessions/sign-in.ts'
import type { Simulations } from '../../identity/sessions/simulation.ts'
import type { Database } from '../../platform/db/database.ts'
import type { CallContext } from '../../platform/http/context.ts'
import type { SessionPrincipal } from '../../platform/http/principal.ts'

export interface RedirectParts {
  readonly database: Database
  readonly brands: BrandService
  readonly signIn: SignIn
  readonly simulations: Simulations
}

/**
 * Where a signed-in person is redirected instead of this page (RO-2, RO-3); null: the page is for them. The redirect signs them out of
 * the place they leave and clears its cookies, except after a link from another site or one in the path form, whose place shares its
 * host with others: otherwise anyone could sign people out with such links.
 */
export async function redirectElsewhere(
  parts: RedirectParts,
  principal: SessionPrincipal,
  place: { readonly host: HostInfo } & Pick<ProjectPlace, 'project' | 'domain'>,
  context: CallContext,
): Promise<string | null> {
  if (!hasRedirects(place.project)) return null
  const { role, market } = principal
  const { actorType } = await findPerson(parts.database.read, principal.accountId)
  const target = findRedirect(place, { role, actorType, market })
  if (target === null) return null
  const address = redirectUrls({
    brand: parts.brands.get(parts.brands.brandFor(principal, place.host)),
    host: place.host,
  })[target]
  if (place.domain !== null || context.header('sec-fetch-site') === 'cross-site') return address
  const reason = 'redirected'
  if (principal.actor === null) await parts.signIn.signOut(principal, { ...context, reason })
  else await parts.simulations.stop(principal, { ...context, reason, returnSecret: undefined })
  clearSessionCookies(context)
  return address
}
