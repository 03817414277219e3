import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

const callsModule = /\/packages\/contract\/src\/calls\/[a-z-]+\.ts$/
const kept = ['method', 'path', 'audience', 'appid', 'onceBy', 'form', 'file']

/**
 * Keeps only what the page needs to make a call. The schemas, and with them the validation library, stay out: the server sends nothing that
 * its schemas do not name.
 */
export function slimCalls(): Plugin {
  return {
    name: 'portico:slim-calls',
    enforce: 'pre',
    load: {
      filter: { id: callsModule },
      async handler(id) {
        const exported: Record<string, object> = await import(`${pathToFileURL(id).href}?at=${Date.now()}`)
        const calls = Object.entries(exported).filter(([, value]) => 'path' in value && 'audience' in value)
        const lines = calls.map(([name, call]) => {
          const fields = Object.fromEntries(Object.entries(call).filter(([field]) => kept.includes(field)))
          return `export const ${name} = ${JSON.stringify(fields)}`
        })
        return { code: lines.join('\n'), map: null }
      },
    },
  }
}
