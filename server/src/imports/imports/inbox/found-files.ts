import { readdir, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { findFormat, kindNames } from '../job.ts'
import { endings } from '../source/open.ts'

/** Files that are imported together: of one kind, and of one brand if their folder names it. */
export interface FileGroup {
  readonly kind: string
  readonly brand: string | null
  readonly files: readonly string[]
  /** Sizes and times of all files: equal in two rounds if nothing in the folder changed in between. */
  readonly state: string
}

/** Members are imported before their records. */
const order = [...kindNames].sort((a, b) => Number(b === 'members') - Number(a === 'members'))

/** Lists the files in the folders of the kinds, without files whose names begin with a dot or mark them as incomplete. */
export async function findFiles(folder: string, brands: ReadonlySet<string>): Promise<FileGroup[]> {
  const groups: FileGroup[] = []
  for (const kind of order) {
    const inside = join(folder, kind)
    const found = await listFiles(inside, endings[findFormat(kind)])
    const findBrand = ({ path }: Listed) => {
      const [first = ''] = path.slice(inside.length + 1).split(sep)
      return path.includes(sep, inside.length + 1) && brands.has(first.toLowerCase()) ? first.toLowerCase() : null
    }
    for (const [brand, some] of Map.groupBy(found, findBrand)) {
      groups.push({
        kind,
        brand,
        files: some.map(({ path }) => path),
        state: some.map(({ path, size, changedMs }) => `${path} ${size} ${changedMs}`).join('\n'),
      })
    }
  }
  return groups
}

interface Listed {
  readonly path: string
  readonly size: number
  readonly changedMs: number
}

async function listFiles(folder: string, ending: RegExp): Promise<Listed[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const paths = entries
    .filter((entry) => entry.isFile() && ending.test(entry.name) && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.slice(folder.length).includes(`${sep}.`))
  const listed: Listed[] = []
  for (const path of paths.sort()) {
    const found = await stat(path).catch(() => null)
    if (found !== null) listed.push({ path, size: found.size, changedMs: found.mtimeMs })
  }
  return listed
}
