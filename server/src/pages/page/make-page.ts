import type { PageState, Renderer } from '@portico/contract/page'
import { iconAddress } from '../../brands/brand/icon-png.ts'
import type { CallContext } from '../../platform/http/context.ts'
import { mayBeKept } from './app-manifest.ts'
import type { DocumentParts } from './composed-page.ts'
import { pageDocument } from './document.ts'
import { type PageParts, type PageRequest, readPageState } from './state.ts'

export interface MakeParts extends PageParts {
  readonly renderer: Renderer
}

/** A page, read and rendered except for its nonce. */
export interface MadePage {
  readonly state: PageState
  document(nonce: string): DocumentParts
}

export async function makePage(parts: MakeParts, request: PageRequest, context: CallContext): Promise<MadePage> {
  const state = await readPageState(parts, request, context)
  const rendered = await parts.renderer.render(state)
  const loaded = parts.brands.requireLoaded(request.brandCode)
  const { tokens, brand } = loaded
  const { radius } = brand.look
  const appIcon = mayBeKept(parts.brands, request) ? iconAddress(loaded, 180) : null
  return { state, document: (nonce) => pageDocument({ state, rendered, tokens, radius, appIcon, nonce }) }
}
