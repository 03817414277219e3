import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const iconModule = /\/lucide-react\/dist\/esm\/icons\/[a-z0-9-]+\.mjs$/

/** Keeps only the drawing of an icon: its names and the keys of its elements are a fifth of its size. */
export function slimIcons(): Plugin {
  return { name: 'portico:slim-icons', transform: { filter: { id: iconModule }, handler: slimIcon } }
}

export function slimIcon(code: string): string {
  return code
    .replace(/^ {2}(?:name|size): .*,\n/gm, '')
    .replace(/,\s+key: "\w+"/g, '')
    .replace(/,\n {2}aliases: \[[^\]]*\]/, '')
}

/**
 * Makes each module import its icons from their own files. Through the set's index, every icon would look needed by all modules, and could
 * only be bundled into a separate file.
 */
export function directIcons(): Plugin {
  const index = readFileSync(fileURLToPath(import.meta.resolve('lucide-react/dist/esm/lucide-react.mjs')), 'utf8')
  const files = new Map(
    [...index.matchAll(/^export \{(.+)\} from '\.\/(icons\/[a-z0-9-]+\.mjs)'/gm)].flatMap(([, names = '', file = '']) =>
      [...names.matchAll(/default as (\w+)/g)].map(([, name = '']) => [name, file] as const),
    ),
  )
  return {
    name: 'portico:direct-icons',
    enforce: 'pre',
    transform: {
      filter: { id: /\/web\/src\/.+\.tsx?$/, code: /from 'lucide-react'/ },
      handler: (code) => ({ code: importDirectly(code, files), map: null }),
    },
  }
}

/** Keeps the number of lines, so that traces stay right. */
export function importDirectly(code: string, files: ReadonlyMap<string, string>): string {
  return code.replace(/^import \{([^}]+)\} from 'lucide-react'/gm, (_, names: string) =>
    names
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '' && !one.startsWith('type '))
      .map((one) => {
        const [name = '', as = name] = one.split(/\s+as\s+/)
        const file = files.get(name)
        if (file === undefined) throw new Error(`The icons have no ${name}.`)
        return `import ${as} from 'lucide-react/dist/esm/${file}'`
      })
      .join(';')
      .concat('\n'.repeat(names.split('\n').length - 1)),
  )
}
