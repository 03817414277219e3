import { createQueue } from '../../base/api/queue.ts'

/** What is done with messages last counts last. */
export const enqueue = createQueue()
