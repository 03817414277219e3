import type { Language } from '@portico/contract/page'
import { loadFile } from '../router/load-file.ts'
import type { Area, Catalogue } from './catalogues.ts'

/** The source of an area's texts. */
export function cataloguePath(area: Area, language: Language): string {
  return `texts/${language}/${area}.json`
}

type Load = (areas: readonly Area[], language: Language) => Promise<Catalogue>

/** Loads areas in one language, or in English if it has no such area; throws when a chunk is not available. */
export const loadCatalogues: Load = import.meta.env.SSR ? keepLoaded(loadAll) : loadAll

async function loadAll(areas: readonly Area[], language: Language): Promise<Catalogue> {
  const loaded = await Promise.all(
    areas.map(async (area) => {
      const module = ((await loadFile(cataloguePath(area, language))) ?? (await loadFile(cataloguePath(area, 'en')))) as
        | { readonly default: Catalogue }
        | undefined
      if (!module) throw new Error(`No texts for ${area} in ${language}`)
      return module.default
    }),
  )
  return Object.assign({}, ...loaded)
}

/** The server combines the same few areas for all of its pages. */
function keepLoaded(load: Load): Load {
  const kept = new Map<string, Catalogue>()
  return async (areas, language) => {
    const key = [language, ...areas].join()
    const known = kept.get(key) ?? (await load(areas, language))
    kept.set(key, known)
    return known
  }
}
