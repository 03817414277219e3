import type { Plugin } from 'vite'

const iconModule = /\/lucide-react\/dist\/esm\/icons\/[a-z0-9-]+\.mjs$/

/** Leaves of an icon what it is drawn with: its names and the keys of its elements are a fifth of it. */
export function slimIcons(): Plugin {
  return { name: 'portico:slim-icons', transform: { filter: { id: iconModule }, handler: slimIcon } }
}

export function slimIcon(code: string): string {
  return code
    .replace(/^ {2}(?:name|size): .*,\n/gm, '')
    .replace(/, key: "\w+"/g, '')
    .replace(/,\n {2}aliases: \[[^\]]*\]/, '')
}
