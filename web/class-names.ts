import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** The build's request for the name of a class or an animation, by its name in the sheet and the sheet's file. */
type NameClass = (name: string, file: string) => string

/**
 * Names every class and animation of the style sheets below a folder, the same in both builds. A name is derived from what it stands for,
 * so that it stays when others are added or removed, and unchanged pages stay cached. Names are as short as possible, because every page
 * carries hundreds of them; if two classes would get the same name, the later one gets another.
 */
export function nameClasses(root: string): NameClass {
  const names = new Map<string, string>()
  const taken = new Set<string>()
  for (const { path, name } of listClasses(root)) {
    let short = shorten(path, name, '')
    for (let next = 2; taken.has(short); next++) short = shorten(path, name, ` ${next}`)
    taken.add(short)
    names.set(`${path} ${name}`, short)
  }
  return (name, file) => {
    const path = relative(root, file.replace(/\?.*$/, ''))
    // A class that is added while the builds watch gets a longer name, which no other has.
    return names.get(`${path} ${name}`) ?? `${shorten(path, name, '')}-${name}`
  }
}

function listClasses(root: string): { path: string; name: string }[] {
  return globSync('src/**/*.module.css', { cwd: root })
    .sort()
    .flatMap((path) => {
      const css = readFileSync(join(root, path), 'utf8').replace(/\/\*[\s\S]*?\*\/|url\([^)]*\)/g, '')
      const found = new Set([...css.matchAll(/(?:\.|@keyframes )([a-zA-Z][\w-]*)/g)].map(([, name = '']) => name))
      return [...found].sort().map((name) => ({ path, name }))
    })
}

/** Without the wing, so that a name stays when its area changes its wing. */
function shorten(path: string, name: string, again: string): string {
  const place = path.replace(/^src\/[^/]+\/(?=[^/]+\/)/, 'src/')
  return `p${createHash('sha256')
    .update(`${place} ${name}${again}`)
    .digest('base64url')
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, 3)}`
}
