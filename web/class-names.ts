import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** How the build asks for the name of a class or of an animation, by its name in the sheet and the sheet's file. */
type NameClass = (name: string, file: string) => string

/**
 * Names every class and animation of the style sheets below a folder, alike in both builds. A name is made of what it stands for, so that it stays
 * when others come and go, and pages that did not change stay cached. It is as short as can be, for every page carries hundreds of
 * them: of two classes that would get the same, the later one gets another.
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
    // A class that came while the builds watch: longer, so that no other has it.
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

/** Without the wing, so that a name stays where an area changes its wing. */
function shorten(path: string, name: string, again: string): string {
  const place = path.replace(/^src\/[^/]+\/(?=[^/]+\/)/, 'src/')
  return `p${createHash('sha256')
    .update(`${place} ${name}${again}`)
    .digest('base64url')
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, 3)}`
}
