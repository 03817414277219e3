import type { BrandSet, LoadedBrand } from './load.ts'

/** How often a set of brands has been replaced while the server runs. */
const editions = new WeakMap<BrandSet, number>()

/** The edition of a set of brands; it changes whenever a brand does. */
export function readEdition(brands: BrandSet): number {
  return editions.get(brands) ?? 0
}

/** Replaces all brands of a set at once: everyone who holds the set sees the new ones at the next access. */
export function replaceBrands(brands: Map<string, LoadedBrand>, next: BrandSet): void {
  const all = [...next]
  brands.clear()
  for (const [code, one] of all) brands.set(code, one)
  editions.set(brands, readEdition(brands) + 1)
}

/** A value derived from a set of brands, computed again when they change. */
export function deriveFrom<T>(brands: BrandSet, derive: () => T): () => T {
  let made: { readonly edition: number; readonly value: T } | undefined
  return () => {
    const edition = readEdition(brands)
    if (made?.edition !== edition) made = { edition, value: derive() }
    return made.value
  }
}
