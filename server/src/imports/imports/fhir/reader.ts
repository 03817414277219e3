import { availableParallelism } from 'node:os'
import { setImmediate } from 'node:timers/promises'
import { getHeapStatistics } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { Refused, Skipped } from '../refused.ts'
import { type ReadResource, readResource } from './read-resource.ts'
import type { ResourceType } from './shapes.ts'

/** The text of a resource, with its digest. */
export interface ToRead {
  readonly type: ResourceType
  readonly text: string
  readonly hash: Buffer
}

/** A resource as read, or why it was not. */
export type ReadOrNot = ReadResource | Refused | Skipped

/** Reads resources of one run. */
export interface ResourceReader {
  /** Returns what was read of each text, in order. Throws if a thread dies, as it does when it runs out of memory. */
  read(texts: readonly ToRead[], today: string): Promise<readonly ReadOrNot[]>
  close(): Promise<void>
}

/** What a thread is asked, and what it answers, in order: an error's class does not survive the way between threads. */
export interface Asked {
  readonly texts: readonly Pick<ToRead, 'type' | 'text'>[]
  readonly today: string
}
export type Answered = (
  | { readonly read: ReadResource }
  | { readonly refused: string; readonly path: string }
  | { readonly skipped: string }
)[]

/** Starting a thread takes as long as reading about as many. */
const readHere = 1_000

/** How many are read here without yielding to other work. */
const readAtOnce = 20

/**
 * Reads the first resources here, and those of a long file in another thread, so that this one stores what was read before in the meantime
 * (IM-5).
 */
export function createReader(): ResourceReader {
  const isAlone = availableParallelism() < 2
  let count = 0
  let thread: ReturnType<typeof startThread> | null = null
  return {
    read: async (texts, today) => {
      count += texts.length
      if (isAlone || count <= readHere) return readInTurns(texts, today)
      thread ??= startThread()
      const answered = await thread.ask({ texts: texts.map(({ type, text }) => ({ type, text })), today })
      return answered.map((one, index) => restore(one, (texts[index] as ToRead).hash))
    },
    close: async () => {
      await thread?.end()
    },
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

async function readInTurns(texts: readonly ToRead[], today: string): Promise<ReadOrNot[]> {
  const read: ReadOrNot[] = []
  for (const [index, { type, text, hash }] of texts.entries()) {
    // Lets the batch that is being written send its next statement.
    if (index % readAtOnce === 0) await setImmediate()
    read.push(readOrSay(() => readResource(type, text, hash, today)))
  }
  return read
}

function restore(one: Answered[number], hash: Buffer): ReadOrNot {
  if ('refused' in one) return new Refused(one.path, one.refused)
  if ('skipped' in one) return new Skipped(one.skipped)
  // The digest stays here: a buffer would arrive as bare bytes.
  return { ...one.read, incoming: { ...one.read.incoming, hash } } as ReadResource
}

/** A thread that answers in the order in which it is asked. */
function startThread() {
  const memoryMb = getHeapStatistics().heap_size_limit / 1024 / 1024
  const thread = new Worker(new URL('./reading-thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    env: {},
    execArgv: [],
  })
  const waiting: { finish(answered: Answered): void; fail(error: unknown): void }[] = []
  let died: { readonly error: unknown } | null = null
  thread.on('message', (answered: Answered) => waiting.shift()?.finish(answered))
  const die = (error: unknown) => {
    died ??= { error }
    for (const { fail } of waiting.splice(0)) fail(error)
  }
  thread.on('error', die)
  thread.on('exit', () => die(new Error('the thread that reads has ended')))
  return {
    ask: (asked: Asked) =>
      new Promise<Answered>((finish, fail) => {
        if (died !== null) return fail(died.error)
        waiting.push({ finish, fail })
        thread.postMessage(asked)
      }),
    end: () => thread.terminate(),
  }
}
