import { loadCatalogues } from '../texts/load-catalogues.ts'
import type { Texts } from '../texts/text.tsx'
import { loadFile } from './load-file.ts'
import type { MatchedView, RouteMatch } from './match.ts'
import type { View } from './view.ts'

/** A match with everything needed to show it. */
export interface LoadedMatch {
  readonly match: RouteMatch
  readonly views: readonly (MatchedView & { readonly loaded: View })[]
}

/** Loads all views of a match together with their texts; throws when a chunk is not available. */
export async function loadMatch(match: RouteMatch, texts: Texts): Promise<LoadedMatch> {
  const [catalogue, ...views] = await Promise.all([
    loadCatalogues(match.texts, texts.language),
    ...match.views.map(async (matched) => ({ ...matched, loaded: await loadView(matched.view) })),
  ])
  texts.add(catalogue)
  return { match, views }
}

async function loadView(view: string): Promise<View> {
  return ((await loadFile(`${view}.tsx`)) as { readonly view: View }).view
}
