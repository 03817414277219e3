import { readQueryParameters } from './environment/query-parameters.ts'

/**
 * The mobile flag (FT-3): the mobileUser cookie is `true`, or the address holds the parameter mobile=true, in its query
 * (`q` included) or in its hash. `url` is the whole address or any tail of it.
 */
export function isMobileUser(options: { readonly cookie: string | null | undefined; readonly url: string }): boolean {
  if (options.cookie === 'true' || /(^|[?&#/])mobile=true($|[&#/])/.test(options.url)) return true
  const search = /\?([^#]*)/.exec(options.url)?.[1] ?? ''
  return readQueryParameters(search).parameters.mobile === 'true'
}
