import type { BrandSet, LoadedBrand } from './load.ts'

/** How often a set of brands was replaced while the server runs. */
const editions = new WeakMap<BrandSet, number>()

/** Which edition of the brands a set has; it changes whenever a brand does. */
export function readEdition(brands: BrandSet): number {
  return editions.get(brands) ?? 0
}

/** Replaces all brands of a set at once: whoever holds the set has the new ones with the next look. */
export function replaceBrands(brands: Map<string, LoadedBrand>, next: BrandSet): void {
  const all = [...next]
  brands.clear()
  for (const [code, one] of all) brands.set(code, one)
  editions.set(brands, readEdition(brands) + 1)
}

/** What is made of a set of brands, made again when they change. */
export function deriveFrom<T>(brands: BrandSet, derive: () => T): () => T {
  let made: { readonly edition: number; readonly value: T } | undefined
  return () => {
    const edition = readEdition(brands)
    if (made?.edition !== edition) made = { edition, value: derive() }
    return made.value
  }
}
