import type { PageState, Renderer } from '@portico/contract/page'
import type { CallContext } from '../../platform/http/context.ts'
import { mayBeKept } from './app-manifest.ts'
import { pageDocument } from './document.ts'
import { type PageParts, type PageRequest, readPageState } from './state.ts'

export interface MakeParts extends PageParts {
  readonly renderer: Renderer
}

/** A page, read and rendered except for its nonce. */
export interface MadePage {
  readonly state: PageState
  document(marks: { readonly nonce: string; readonly cut?: string }): string
}

export async function makePage(parts: MakeParts, request: PageRequest, context: CallContext): Promise<MadePage> {
  const state = await readPageState(parts, request, context)
  const rendered = await parts.renderer.render(state)
  const { tokens, brand } = parts.brands.requireLoaded(request.brandCode)
  const { radius } = brand.look
  const isApp = mayBeKept(parts.brands, request)
  return { state, document: (marks) => pageDocument({ state, rendered, tokens, radius, isApp, ...marks }) }
}
