import type { RatesPartData } from '../../platform/db/tables.ts'

export { adoptFile, findCurrent, findNewestDay, readHeld, showPricesBefore } from './before-store.ts'
export { listFilesLeftBehind, listPriceFiles, type PriceFile, removePriceFile } from './file-store.ts'
export {
  addRates,
  beginRates,
  deletePart,
  findLoaded,
  hasPrices,
  listFilesByName,
  listLeftOver,
  replacePlans,
  settleRates,
} from './load-store.ts'

/** The distinct providers of a group. */
export interface ImportedProvider {
  readonly ref: string
  readonly npi: string
  readonly tin: string
  readonly name: string | null
  readonly network: string | null
}

export interface ImportedService {
  readonly item: number
  readonly arrangement: string
  readonly codeType: string
  readonly code: string
  readonly name: string
  readonly description: string
  readonly parts: readonly RatesPartData[]
}

export interface ImportedPrice {
  readonly item: number
  readonly refs: readonly string[]
  readonly type: string
  readonly amount: number
  readonly billingClass: string
  readonly setting: string
  readonly modifiers: string
  readonly expires: string
  /** What the file says about it in words. */
  readonly note: string | null
}

/** A plan whose prices a file has, according to a table of contents. */
export interface ListedPlan {
  readonly id: string
  /** '': not stated. */
  readonly name: string
}

/** Rows of one file, of any kind. */
export interface RatesRows {
  readonly providers: readonly ImportedProvider[]
  readonly services: readonly ImportedService[]
  readonly prices: readonly ImportedPrice[]
}

/** Identifies a file and the one that it replaces. */
export interface RatesFile {
  readonly brand: string
  readonly source: string
  /** Its name, including its day. */
  readonly name: string
  readonly planId: string | null
  readonly planName: string | null
  /** The plans to which a table of contents assigns it; null: none mentions it. */
  readonly plans: readonly ListedPlan[] | null
  readonly entity: string
  readonly updatedOn: string
  readonly pieces: number
}
