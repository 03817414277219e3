import { spanishName } from '../../member/coverage/care-names.ts'
import type { Reader } from '../../platform/db/database.ts'
import { type HcpcsList, plainName } from './hcpcs.ts'
import { listPricedServices, type PriceScope, pricesVersion } from './price-store.ts'
import { indexServices, type ServiceIndex } from './service-search.ts'

/** How many search indexes we keep, by the files they are made from. */
const maxIndexes = 20

/** The services that can be searched for, by the prices that apply. */
export interface ServiceIndexes {
  read(db: Reader, scope: PriceScope): Promise<ServiceIndex>
}

export function createServiceIndexes(hcpcs: HcpcsList): ServiceIndexes {
  const indexes = new Map<string, ServiceIndex>()
  return {
    read: async (db, scope) => {
      const key = `${scope.brand} ${await pricesVersion(db, scope)}`
      const known = indexes.get(key)
      if (known !== undefined) return known
      const index = await makeIndex(hcpcs, db, scope)
      for (const oldest of [...indexes.keys()].slice(0, Math.max(0, indexes.size - maxIndexes + 1)))
        indexes.delete(oldest)
      indexes.set(key, index)
      return index
    },
  }
}

async function makeIndex(hcpcs: HcpcsList, db: Reader, scope: PriceScope): Promise<ServiceIndex> {
  const priced = await listPricedServices(db, scope)
  const codes = new Set(priced.map(({ type, code }) => `${type} ${code}`))
  const others = hcpcs.listNamed().filter(({ type, code }) => !codes.has(`${type} ${code}`))
  const all = [
    ...priced.filter(hcpcs.isInPlainWords).map((one) => ({ ...one, priced: true })),
    ...others.map((one) => ({ ...one, priced: false })),
  ]
  return indexServices(
    all.map((one) => ({ ...one, plain: plainName(one), inSpanish: spanishName(plainName(one) ?? one.name) })),
    hcpcs.find,
  )
}
