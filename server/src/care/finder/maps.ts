import { randomBytes } from 'node:crypto'
import { mapsScript } from '@portico/contract/calls/maps'
import { mapsFailed, mapsFramePath } from '@portico/contract/maps-frame'
import type { PageState } from '@portico/contract/page'
import { isAllowedScript, originOfAddress } from '@portico/rules/analytics/addresses'
import { isOwnPath } from '@portico/rules/session/keep-alive'
import { declaredSettings } from '@portico/rules/settings/declared'
import type { FastifyInstance } from 'fastify'
import type { BrandService } from '../../brands/brand/service.ts'
import { readSettings, type Settings } from '../../brands/config-lists/settings.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Binder } from '../../platform/http/bind.ts'
import { CallError } from '../../platform/http/call-error.ts'

interface MapsParts {
  readonly database: Database
  readonly brands: BrandService
  /** Origins whose scripts may be loaded. */
  readonly scriptOrigins: readonly string[]
}

/**
 * The maps script that a brand has configured, and the path on which pages ask for its address (MP-1, MP-24). Null if there is none, or
 * if the operator does not allow it, which goes to `warn`.
 */
export function readMaps(
  settings: Settings,
  { scriptOrigins, warn }: { readonly scriptOrigins: readonly string[]; readonly warn: (message: string) => void },
): { readonly script: string; readonly path: string } | null {
  const script = settings.text('MAPS_SCRIPT')
  if (script === null) return null
  const path = settings.text('MAPS_PATH') ?? declaredSettings.MAPS_PATH.otherwise
  if (isAllowedScript(script, scriptOrigins) && isOwnPath(path)) return { script, path }
  warn('setting MAPS_SCRIPT passed over: it, or MAPS_PATH, is not allowed')
  return null
}

/** What the page needs to know about it. */
export function mapsOfPage(...asked: Parameters<typeof readMaps>): PageState['maps'] {
  const maps = readMaps(...asked)
  return maps && { path: maps.path, host: new URL(maps.script).host }
}

/** Serves what a brand's maps script needs: its address, and an empty sandboxed page for it to run in. */
export function bindMaps(app: FastifyInstance, binder: Binder, { database, brands, scriptOrigins }: MapsParts): void {
  const loadScript = async (brand: unknown, warn: (message: string) => void): Promise<string | null> => {
    const known = brands.all.find((one) => one.brand.code === brand)?.brand.code
    if (known === undefined) throw new CallError('NOT-FOUND')
    return readMaps(await readSettings(database.read, known), { scriptOrigins, warn })?.script ?? null
  }
  binder.bind(mapsScript, async ({ body }, { warn }) => ({ url: await loadScript(body.brand, warn) }))
  app.get(mapsFramePath, async (request, reply) => {
    const { brand } = request.query as Readonly<Record<string, unknown>>
    const script = await loadScript(brand, (message) => request.log.warn(message))
    const nonce = randomBytes(16).toString('base64')
    // A sandboxed page has no origin of its own, so these headers do not apply.
    for (const header of ['x-frame-options', 'origin-agent-cluster', 'cross-origin-opener-policy'])
      reply.removeHeader(header)
    return reply
      .code(script === null ? 404 : 200)
      .type('text/html; charset=utf-8')
      .headers({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'content-security-policy': framePolicy(nonce, script && originOfAddress(script)),
      })
      .send(buildFrame(nonce))
  })
}

/** The script, and everything it draws with, come from its own origin; it cannot reach our pages. */
function framePolicy(nonce: string, origin: string | null): string {
  const of = (directive: string, ...more: readonly (string | null)[]) => [directive, ...more].filter(Boolean).join(' ')
  return [
    "default-src 'none'",
    of('script-src', `'nonce-${nonce}'`, origin),
    of('style-src', `'nonce-${nonce}'`, origin),
    of('img-src', 'data:', 'blob:', origin),
    of('font-src', 'data:', origin),
    ...(origin === null ? [] : [`connect-src ${origin}`]),
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts',
  ].join('; ')
}

/** The data to draw is in the hash of the address, which never reaches a server. */
function buildFrame(nonce: string): string {
  return `<!doctype html>
<html>
<head><meta charset="utf-8"><title>Map</title>
<style nonce="${nonce}">html, body, #map { block-size: 100%; margin: 0 }</style></head>
<body><div id="map"></div>
<script nonce="${nonce}">
const { url, ...area } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)))
Object.assign(document.getElementById('map').dataset, area)
const script = document.createElement('script')
script.onerror = () => parent.postMessage('${mapsFailed}', '*')
script.src = url
document.body.append(script)
</script></body>
</html>
`
}
