import type { PayloadOf } from '@portico/contract/call'
import type { listOwnBrands } from '@portico/contract/calls/brand-console'
import { isNeeded, judgeBrand, type LoadedBrand } from '../../brands/brand/load.ts'
import type { BrandService } from '../../brands/brand/service.ts'
import type { Scope } from '../../identity/rights/scope.ts'
import { worksFor } from '../../identity/rights/scope.ts'
import type { Reader } from '../../platform/db/database.ts'
import type { Drawings } from './drawings.ts'
import { type BrandFields, toFields } from './fields.ts'
import { readLiveBrands } from './live.ts'
import { type BrandVersion, listVersionsBefore, listVersionsInForce, listWaitingBrands } from './store.ts'

type Shown = PayloadOf<typeof listOwnBrands>
type ShownBrand = Shown['brands'][number]

/** The brands of an administrator, and the versions that wait. */
export async function showBrands(db: Reader, brands: BrandService, scope: Scope): Promise<Shown> {
  const live = await readLiveBrands(db, brands)
  const [versions, earlier] = [await listVersionsInForce(db), await listVersionsBefore(db)]
  const waiting = new Map((await listWaitingBrands(db)).map((one) => [one.brand, one]))
  const isShown = (code: string) => worksFor(scope, code) || waiting.get(code)?.made_by === scope.accountId
  const codes = [...new Set([...live.keys(), ...waiting.keys()])].filter(isShown).sort()
  return {
    brands: codes.map((code) => {
      const loaded = live.get(code) ?? null
      const version = waiting.get(code)
      return {
        code,
        origin: loaded?.origin ?? null,
        version: versions.get(code) ?? 0,
        before: earlier.get(code) ?? null,
        withdrawn: loaded?.isWithdrawn ?? false,
        withdrawable: loaded !== null && isWithdrawable(loaded),
        fields: loaded && toFields(loaded),
        logo: loaded && listDrawings(loaded).logo,
        waiting: version === undefined ? null : showWaiting(version, loaded, scope),
      }
    }),
  }
}

/** Only brands that administrators added; the brands that every portal needs stay. */
export function isWithdrawable({ brand, origin, isWithdrawn }: LoadedBrand): boolean {
  return origin === 'console' && !isWithdrawn && !isNeeded(brand.code)
}

export function listDrawings({ images }: Pick<LoadedBrand, 'images'>): Drawings {
  return { logo: images.logo.svg, logoOnDark: images.logoOnDark.svg, mark: images.mark.svg }
}

function showWaiting(
  version: BrandVersion & { readonly madeBy: string | null },
  live: LoadedBrand | null,
  { accountId }: Scope,
): ShownBrand['waiting'] {
  const { loaded } = judgeBrand({ code: version.brand, files: version.files }, [])
  if (loaded === null) return null
  const fields = toFields(loaded)
  const drawings = listDrawings(loaded)
  const before = live && { ...toFields(live), ...listDrawings(live) }
  const changed = Object.entries({ ...fields, ...drawings })
    .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before?.[name as keyof BrandFields]))
    .map(([name]) => name)
  return {
    version: version.version,
    madeBy: version.madeBy ?? '',
    madeAt: version.made_at.toISOString(),
    reason: version.reason,
    withdraws: version.withdrawn,
    own: version.made_by === accountId,
    ...{ fields, drawings, changed },
  }
}
