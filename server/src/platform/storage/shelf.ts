import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StoreAwayError } from '../db/unavailable.ts'
import { createAskObjects, type ObjectStoreSettings } from './objects.ts'

/** Storage for whole files that leave the database: the audit log's archive (OP-7), extracts (OP-12). */
export interface Shelf {
  /** Once this resolves, the file is complete and durable; an existing file of that name is replaced. */
  write(name: string, content: Uint8Array): Promise<void>
  /** Null if there is none. */
  read(name: string): Promise<Buffer | null>
  remove(name: string): Promise<void>
}

/** A folder if one is configured, else the object store. */
export function createShelf(folder: string | null, store: ObjectStoreSettings | null): Shelf | null {
  if (folder !== null) return createFolderShelf(folder)
  return store === null ? null : createObjectShelf(store)
}

function createObjectShelf(settings: ObjectStoreSettings): Shelf {
  const ask = createAskObjects(settings)
  return {
    write: async (name, content) => {
      if ((await ask('PUT', name, content)) === null) throw new StoreAwayError('There is no such bucket.')
    },
    read: async (name) => {
      const answer = await ask('GET', name)
      return answer === null ? null : Buffer.from(await answer.arrayBuffer())
    },
    remove: async (name) => {
      await ask('DELETE', name)
    },
  }
}

function createFolderShelf(folder: string): Shelf {
  return {
    write: async (name, content) => {
      const path = join(folder, name)
      const unfinished = `${path}.${process.pid}`
      await mkdir(dirname(path), { recursive: true })
      const file = await open(unfinished, 'w', 0o600)
      try {
        await file.writeFile(content)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(unfinished, path)
    },
    read: (name) =>
      readFile(join(folder, name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      }),
    remove: (name) => rm(join(folder, name), { force: true }),
  }
}
