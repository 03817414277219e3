import type { PayloadOf } from '@portico/contract/call'
import type { logout } from '@portico/contract/calls/identity'
import type { Brand } from '@portico/rules/brand/types'
import type { HostInfo } from '@portico/rules/environment/host'
import { projectUrl } from '@portico/rules/environment/projects'
import { addressFrom } from '@portico/rules/session/sign-out'

type LogoutInfo = PayloadOf<typeof logout>['logoutInfo']

/**
 * Where a sign-out leads (SO-2, SO-3): representatives to the staff workspace's sign-in, others to the brand's logout address, if it has
 * one, or else to its home page. On a local machine the address is only used if the host has a name.
 */
export function logoutInfo(brand: Brand, host: HostInfo, { isRep }: { readonly isRep: boolean }): LogoutInfo {
  if (isRep) return redirect(projectUrl({ project: 'chmstf', brand, host, page: 'login/' }))
  const isReachable = host.environment !== 'development' || host.name.endsWith('.localhost')
  return brand.logoutUrl === null || !isReachable
    ? { nextAction: 'default', redirectionUrl: null }
    : redirect(addressFrom(host, brand.logoutUrl))
}

function redirect(redirectionUrl: string): LogoutInfo {
  return { nextAction: 'redirect', redirectionUrl }
}
