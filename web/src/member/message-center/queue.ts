import { createQueue } from '../../base/api/queue.ts'

/** The last action on messages wins. */
export const enqueue = createQueue()
