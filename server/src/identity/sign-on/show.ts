import type { PayloadOf } from '@portico/contract/call'
import type * as calls from '@portico/contract/calls/connections'
import type { Language } from '@portico/contract/page'
import { readGroupNames } from '@portico/rules/identity/group-claims'
import { isWithin } from '@portico/rules/staff/rights'
import type { BrandService } from '../../brands/brand/service.ts'
import type { Reader } from '../../platform/db/database.ts'
import type { Scope } from '../rights/scope.ts'
import { listAddresses } from './addresses.ts'
import { listAttempts } from './attempt-store.ts'
import { findLastEnd } from './certificates.ts'
import { listLinks } from './link-store.ts'
import {
  type Connection,
  listConnections,
  listMeanings,
  listShownVersions,
  type Meaning,
  tooManyGroups,
} from './store.ts'

type Shown = PayloadOf<typeof calls.listConnections>
type ShownVersion = NonNullable<Shown['connections'][number]['live']>
type KeptVersion = Awaited<ReturnType<typeof listShownVersions>>[number]

/** An administrator's connections, with what waits, who signs in by them, and with what outcomes; never a secret. */
export async function showConnections(
  db: Reader,
  to: { readonly scope: Scope; readonly origin: string; readonly brands: BrandService; readonly language: Language },
): Promise<Shown> {
  const { scope, origin, brands, language } = to
  const [connections, meanings, versions, links, attempts] = [
    await listConnections(db),
    await listMeanings(db),
    await listShownVersions(db),
    await listLinks(db),
    await listAttempts(db),
  ]
  const own = connections.filter(({ brand }) => isWithin([brand], scope.brands))
  return {
    connections: own.map((connection) => {
      const { connection_id: connectionId, name, brand, audience, kind } = connection
      const belongs = (one: { readonly connection_id: string | null }) => one.connection_id === connectionId
      const ofIt = versions.filter(belongs)
      const live = ofIt.find((one) => one.live)
      const waiting = ofIt.find(({ state }) => state === 'waiting')
      const { answer, metadata, logout, start } = listAddresses(origin, connectionId)
      return {
        ...{ connectionId, name, brand, audience, kind },
        live: live ? showVersion(live, scope) : null,
        certificateUntil: findCertificateEnd(live),
        waiting: waiting
          ? { ...showVersion(waiting, scope), means: showMeaning(connection, waiting, meanings.filter(belongs)) }
          : null,
        addresses: { answer, metadata, logout, start },
        people: links.filter(belongs).map((link) => ({
          accountId: link.account_id,
          loginId: link.loginId,
          expected: link.expected,
          waits: link.confirmed_at === null,
          own: link.asked_by === scope.accountId,
          linkedAt: link.linked_at?.toISOString() ?? null,
          usedAt: link.used_at?.toISOString() ?? null,
        })),
        attempts: attempts.filter(belongs).map(({ at, outcome, detail, is_test: isTest }) => ({
          ...{ outcome, detail, isTest },
          at: at.toISOString(),
        })),
      }
    }),
    brands: brands.all
      .filter(({ brand }) => isWithin([brand.code], scope.brands))
      .map(({ brand, texts }) => ({ code: brand.code, name: texts[language].name })),
  }
}

function findCertificateEnd(live: KeptVersion | undefined): string | null {
  if (live?.settings.kind !== 'saml') return null
  return findLastEnd(live.settings.certificates)?.toISOString() ?? null
}

/** What the groups that arrived in a test would give, according to what two administrators have decided so far (OS-60, OS-67). */
function showMeaning(
  { audience }: Pick<Connection, 'audience'>,
  { arrived, settings: { groupsClaim } }: KeptVersion,
  meanings: readonly Meaning[],
): ShownVersion['means'] {
  if (audience !== 'staff' || groupsClaim === '' || arrived === null) return null
  const names = Object.hasOwn(arrived, groupsClaim) ? (arrived[groupsClaim] ?? []) : []
  return readGroupNames(names).map((group) => {
    const said = meanings.find(({ name }) => name === group)
    return { group, entitlements: [...(said?.entitlements ?? [])], brands: [...(said?.brands ?? [])] }
  })
}

function showVersion(version: KeptVersion, { accountId }: Scope): ShownVersion {
  const { arrived, made_by, made_at, tried_at } = version
  return {
    version: version.version,
    domains: [...version.domains],
    settings: structuredClone(version.settings) as ShownVersion['settings'],
    hasSecret: version.secret !== null,
    madeBy: version.madeBy ?? '',
    madeAt: made_at.toISOString(),
    triedAt: tried_at?.toISOString() ?? null,
    arrived:
      arrived &&
      Object.entries(arrived)
        .filter(([name]) => name !== tooManyGroups)
        .map(([name, values]) => ({ name, values: [...values] })),
    means: null,
    omitsGroups: arrived !== null && Object.hasOwn(arrived, tooManyGroups),
    own: made_by === accountId,
  }
}
