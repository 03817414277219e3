import { readQueryParameters } from './environment/query-parameters.ts'

/** `true`: the person asked for the mobile site. */
export const MOBILE_COOKIE = 'mobileUser'

/** `true`: the person asked for the full site, whatever the address says (FT-1). */
export const FULL_SITE_COOKIE = 'forceFullSite'

/**
 * The mobile flag (FT-3): set if the mobileUser cookie is `true` or the address has the parameter mobile=true, in its query (including
 * `q`) or in its hash. A request for the full site overrides both. `url` is the whole address or any part of it up to the end.
 */
export function isMobileUser(options: {
  readonly cookie: string | null | undefined
  readonly fullSite?: string | null | undefined
  readonly url: string
}): boolean {
  if (options.fullSite === 'true') return false
  if (options.cookie === 'true' || /(^|[?&#/])mobile=true($|[&#/])/.test(options.url)) return true
  const search = /\?([^#]*)/.exec(options.url)?.[1] ?? ''
  return readQueryParameters(search).parameters.mobile === 'true'
}
