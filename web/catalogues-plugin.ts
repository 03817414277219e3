import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'

const catalogue = /\/src\/base\/texts\/[a-z]{2}\/[a-z-]+\.json$/

/** Compiles the catalogues of texts while the page is built, so that no compiler ships to it. */
export function catalogues(): Plugin {
  return {
    name: 'portico:catalogues',
    enforce: 'pre',
    transform: {
      filter: { id: catalogue },
      handler(code) {
        const texts: Record<string, string> = JSON.parse(code)
        const compiled = Object.entries(texts).map(([id, text]) => [id, compileMessageOrThrow(text)])
        return { code: JSON.stringify(Object.fromEntries(compiled)), map: null }
      },
    },
  }
}
