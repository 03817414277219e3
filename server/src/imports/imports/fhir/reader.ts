import { availableParallelism } from 'node:os'
import { setImmediate } from 'node:timers/promises'
import { getHeapStatistics } from 'node:v8'
import { createJobThreads } from '../../../platform/threads/job-threads.ts'
import { Refused, Skipped } from '../refused.ts'
import { type ReadResource, readParsed, readResource } from './read-resource.ts'
import type { ResourceType } from './shapes.ts'

/** The text of a resource, with its digest. */
export interface ToRead {
  readonly type: ResourceType
  readonly text: string
  readonly hash: Buffer
}

/** A resource as read, or why it was not. */
export type ReadOrNot = ReadResource | Refused | Skipped

interface How {
  readonly today: string
  /** Whether the portal built the resources: then none is refused for its size. */
  readonly isBuilt?: boolean
}

/** Reads resources of one run. */
export interface ResourceReader {
  /** Returns what was read of each text, in order. Throws if a thread dies, as it does when it runs out of memory. */
  read(texts: readonly ToRead[], how: How): Promise<readonly ReadOrNot[]>
  close(): Promise<void>
}

/** What a thread is asked, and what it answers, in order: an error's class does not survive the way between threads. */
export interface Asked extends How {
  readonly texts: readonly Pick<ToRead, 'type' | 'text'>[]
}
export type Answered = (
  | { readonly read: ReadResource }
  | { readonly refused: string; readonly path: string }
  | { readonly skipped: string }
)[]

/** Reads in place. */
export const inPlace: Pick<ResourceReader, 'read'> = { read: readInTurns }

/** Starting a thread takes as long as reading about as many. */
const readHere = 1_000

/** Longer than a batch takes on the busiest machine. */
const longestMs = 10 * 60_000

/** How many are read here without yielding to other work. */
const readAtOnce = 20

/**
 * Reads the first resources here, and those of a long file in another thread, so that this one stores what was read before in the meantime
 * (IM-5).
 */
export function createReader(): ResourceReader {
  const isAlone = availableParallelism() < 2
  const threads = createJobThreads<Asked, Answered>(new URL('./reading-thread.ts', import.meta.url), 1, {
    longestMs,
    memoryMb: getHeapStatistics().heap_size_limit / 1024 / 1024,
    toError: (error) => (isOutOfMemory(error) ? new Error(outOfMemory) : error),
  })
  let count = 0
  return {
    read: async (texts, how) => {
      count += texts.length
      if (isAlone || count <= readHere) return readInTurns(texts, how)
      const answered = await threads.make({ ...how, texts: texts.map(({ type, text }) => ({ type, text })) })
      return answered.map((one, index) => restore(one, (texts[index] as ToRead).hash))
    },
    close: threads.close,
  }
}

/** Returns what was read, or why it is refused or skipped; throws only faults of the portal. */
export function readOrSay<Read>(read: () => Read): Read | Refused | Skipped {
  try {
    return read()
  } catch (error) {
    if (error instanceof Refused || error instanceof Skipped) return error
    throw error
  }
}

export function readText({ type, text, hash }: ToRead, { today, isBuilt = false }: How): ReadOrNot {
  return readOrSay(() =>
    isBuilt ? readParsed(type, JSON.parse(text), hash, today) : readResource(type, text, hash, today),
  )
}

async function readInTurns(texts: readonly ToRead[], how: How): Promise<ReadOrNot[]> {
  const read: ReadOrNot[] = []
  for (const [index, one] of texts.entries()) {
    // Lets the batch that is being written send its next statement.
    if (index % readAtOnce === 0) await setImmediate()
    read.push(readText(one, how))
  }
  return read
}

function restore(one: Answered[number], hash: Buffer): ReadOrNot {
  if ('refused' in one) return new Refused(one.path, one.refused)
  if ('skipped' in one) return new Skipped(one.skipped)
  // The digest stays here: a buffer would arrive as bare bytes.
  return { ...one.read, incoming: { ...one.read.incoming, hash } } as ReadResource
}

const outOfMemory = 'a batch of resources needs more memory to be read than there is (IMPORT_MEMORY_MB)'

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}
