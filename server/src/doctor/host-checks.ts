import type { BrandSet } from '../brands/brand/load.ts'
import type { Config } from '../platform/config.ts'
import { brandOfOrigin } from '../staff/staff/own-brand.ts'
import { clockFinding } from './database-checks.ts'
import { codeOf, type Finding, findingsAbout } from './finding.ts'

const waitMs = 5_000
/** The Date header counts whole seconds, and the answer takes time. */
const dateToleranceMs = 5_000

/** Checks the portal's origins and their hosts. */
export function checkOrigins({ publicOrigins, production, trustedProxies }: Config, brands: BrandSet): Finding[] {
  const { ok, warn } = findingsAbout('hosts')
  const proxy = findingsAbout('proxy')
  if (publicOrigins.length === 0)
    return [warn('PUBLIC_ORIGINS is not set: outside production whichever host is called counts.')]
  const served = new Set<string>()
  const found = publicOrigins.map((origin) => {
    const brand = brandOfOrigin(brands, origin)
    if (brand === null)
      return warn(
        `${origin} names no brand: people there see the default brand. Use the host of a brand (its domain in brand.json).`,
      )
    served.add(brand.code)
    return ok(`${origin} is ${brand.code}'s.`)
  })
  const isTls = publicOrigins.every((origin) => origin.startsWith('https:'))
  const isBehindNothing = trustedProxies === 0
  return [
    ...found,
    ok(`${served.size} of ${brands.size} brands have an origin of their own here.`),
    ...(production && !isTls
      ? [proxy.fail('Origins in PUBLIC_ORIGINS are not https: cookies would go unencrypted.')]
      : []),
    ...(isTls && isBehindNothing
      ? [
          proxy.fail(
            'TRUST_PROXY is 0 although the origins are https: the server speaks http, so a proxy ends TLS in front of it. Set TRUST_PROXY=1 for one.',
          ),
        ]
      : []),
  ]
}

/** Requests each origin like a browser: whether it leads to this server, and whether the proxy passes on scheme and host. */
export function checkReached({ publicOrigins }: Config, version: string): Promise<Finding[]> {
  return Promise.all(publicOrigins.map((origin) => reach(origin, version))).then((all) => all.flat())
}

async function reach(origin: string, version: string): Promise<Finding[]> {
  const { ok, warn, fail } = findingsAbout('proxy')
  try {
    const answer = await ask(`${origin}/version`)
    const said = (await answer.json().catch(() => null)) as { version?: unknown } | null
    if (answer.status !== 200 || typeof said?.version !== 'string')
      return [fail(`${origin} leads to something else than this portal (status ${answer.status}).`)]
    const metadata = await ask(`${origin}/.well-known/oauth-authorization-server`)
    const issuer = ((await metadata.json().catch(() => null)) as { issuer?: unknown } | null)?.issuer
    const date = Date.parse(answer.headers.get('date') ?? '')
    return [
      issuer === origin
        ? ok(`${origin} leads here, and the proxy says scheme and host rightly.`)
        : fail(
            `The proxy of ${origin} does not send the right scheme or host: have it set X-Forwarded-Proto and X-Forwarded-Host (or pass Host on), and check TRUST_PROXY.`,
          ),
      ...(said.version === version ? [] : [warn(`${origin} runs version ${said.version}, and this is ${version}.`)]),
      ...(Number.isNaN(date) ? [] : [clockFinding(origin, date + 500 - Date.now(), dateToleranceMs)]),
    ]
  } catch (error) {
    const { cause } = error as { cause?: unknown }
    return [
      warn(
        `${origin} is not reached from here (${codeOf(cause ?? error)}): a server, DNS or the proxy is not there yet.`,
      ),
    ]
  }
}

function ask(address: string): Promise<Response> {
  return fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(waitMs) })
}
