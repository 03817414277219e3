import type { Parameters } from '../text/parameters.ts'

/** What the portal takes from its query string (EN-4, EN-5, BR-1). Texts that are not given are null. */
export interface PortalParameters {
  /** Prefills sign-in. */
  readonly loginId: string | null
  readonly defBrand: string | null
  readonly zipCode: string | null
  /** The language of an address that exists in that language alone (LG-4). */
  readonly language: string | null
  /** Whether the debug console shows the page's timings. */
  readonly profiling: boolean
  /** Whether the debug console shows: everything sent to the browser's console since the page was loaded. */
  readonly showConsole: boolean
  /**
   * Also shows the debug console, but only lines of one kind: those of the level `log`, `warn` or `error`, or else those written
   * while the view of that name was shown (the first segment of its address, e.g. `message-center`).
   */
  readonly consoleToView: string | null
  readonly stubs: boolean
  readonly producer: boolean
}

/** The portal's own parameters. Debugging aids and stubs are off where `debugging` is false, i.e. on production hosts. */
export function portalParameters(parameters: Parameters, options: { readonly debugging: boolean }): PortalParameters {
  const text = (name: string) => parameters[name] || null
  const flag = (name: string) => parameters[name] === 'true'
  const stubs = options.debugging && flag('stubs')
  return {
    loginId: text('loginId'),
    defBrand: text('defBrand'),
    zipCode: text('zipCode'),
    language: text('language'),
    profiling: options.debugging && flag('profiling'),
    showConsole: options.debugging && flag('showConsole'),
    consoleToView: options.debugging ? text('consoleToView') : null,
    stubs,
    producer: stubs && flag('producer'),
  }
}
