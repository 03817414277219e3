import type { PageState, Renderer } from '@portico/contract/page'
import type { CallContext } from '../http/context.ts'
import { type ComposedPage, composePage } from './composed-page.ts'
import { pageDocument } from './document.ts'
import { type PageParts, type PageRequest, readPageState } from './state.ts'

export interface MakeParts extends PageParts {
  readonly renderer: Renderer
}

export interface MadePage {
  readonly state: PageState
  readonly page: ComposedPage
}

/** Reads, renders and packs a page, all but its nonce; `level` is how hard it is packed, 1 to 9. */
export async function makePage(
  parts: MakeParts,
  request: PageRequest,
  context: CallContext,
  level: number,
): Promise<MadePage> {
  const state = await readPageState(parts, request, context)
  const rendered = await parts.renderer.render(state)
  const { tokens, brand } = parts.brands.loaded(request.brandCode)
  const { radius } = brand.look
  return {
    state,
    page: await composePage((marks) => pageDocument({ state, rendered, tokens, radius, ...marks }), level),
  }
}
