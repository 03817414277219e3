import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'

const catalogue = /\/src\/messages\/[a-z]{2}\/[a-z-]+\.json$/

/** Compiles the message catalogues while the page is built, so that no message compiler ships to it. */
export function messages(): Plugin {
  return {
    name: 'portico:messages',
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
