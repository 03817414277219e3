import { portalOrigin } from '@portico/rules/brand/portal-origin'
import type { BrandSet } from '../brands/brand/load.ts'
import type { Config } from '../platform/config.ts'
import { brandOfOrigin } from '../staff/staff/own-brand.ts'
import { clockFinding } from './database-checks.ts'
import { type Finding, findingsAbout, readErrorCode } from './finding.ts'

const waitMs = 5_000
/** The Date header counts whole seconds, and the answer takes time. */
const dateToleranceMs = 5_000

/** Checks the portal's origins and their hosts. */
export function checkOrigins({ publicOrigins, production, trustedProxies, port }: Config, brands: BrandSet): Finding[] {
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
    const linked = portalOrigin(brand, { ownOrigins: publicOrigins, port })
    return publicOrigins.includes(linked)
      ? ok(`${origin} is ${brand.code}'s, whose e-mails lead to ${linked}.`)
      : warn(
          `${origin} is taken for ${brand.code}'s, but is on none of its domains: its e-mails lead to ${linked}. Name the domain in brand.json (furtherDomains), or that origin in PUBLIC_ORIGINS.`,
        )
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
export function checkReached({ publicOrigins }: Config, version: string, brands: BrandSet): Promise<Finding[]> {
  const reachOne = (origin: string) => reach(origin, version, brandOfOrigin(brands, origin)?.code ?? null)
  return Promise.all(publicOrigins.map(reachOne)).then((all) => all.flat())
}

async function reach(origin: string, version: string, brand: string | null): Promise<Finding[]> {
  const { ok, warn, fail } = findingsAbout('proxy')
  try {
    const answer = await ask(`${origin}/version`)
    const said = (await answer.json().catch(() => null)) as { version?: unknown } | null
    if (answer.status !== 200 || typeof said?.version !== 'string')
      return [fail(`${origin} leads to something else than this portal (status ${answer.status}).`)]
    const metadata = await ask(`${origin}/.well-known/oauth-authorization-server`)
    const issuer = ((await metadata.json().catch(() => null)) as { issuer?: unknown } | null)?.issuer
    const shown = await brandShown(origin)
    const date = Date.parse(answer.headers.get('date') ?? '')
    return [
      issuer === origin
        ? ok(`${origin} leads here, and the proxy says scheme and host rightly.`)
        : fail(
            `The proxy of ${origin} does not send the right scheme or host: have it set X-Forwarded-Proto and X-Forwarded-Host (or pass Host on), and check TRUST_PROXY.`,
          ),
      ...(brand === null || shown === null || shown === brand
        ? []
        : [fail(`${origin} shows ${shown} and not ${brand}: does the proxy pass on the host that was called?`)]),
      ...(said.version === version ? [] : [warn(`${origin} runs version ${said.version}, and this is ${version}.`)]),
      ...(Number.isNaN(date) ? [] : [clockFinding(origin, date + 500 - Date.now(), dateToleranceMs)]),
    ]
  } catch (error) {
    const { cause } = error as { cause?: unknown }
    if (isOfCertificate(readErrorCode(cause ?? error)))
      return [
        fail(
          `${origin} answers, but its certificate is not trusted here (${readErrorCode(cause ?? error)}): it is self-signed, out of date, for another host, or lacks the certificates of those who issued it.`,
        ),
      ]
    return [
      warn(
        `${origin} is not reached from here (${readErrorCode(cause ?? error)}): a server, DNS or the proxy is not there yet.`,
      ),
    ]
  }
}

/** The brand that the first page of an origin gives a browser; null if it says none. */
async function brandShown(origin: string): Promise<string | null> {
  const answer = await ask(`${origin}/`)
  await answer.body?.cancel()
  return answer.headers.getSetCookie().flatMap((cookie) => /^brand=([a-z0-9]+)/.exec(cookie)?.[1] ?? [])[0] ?? null
}

/** Whether TLS failed by what the other side proves, as opposed to no answer at all. */
function isOfCertificate(code: string): boolean {
  return /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/.test(code)
}

function ask(address: string): Promise<Response> {
  return fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(waitMs) })
}
