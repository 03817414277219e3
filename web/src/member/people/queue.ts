import { createQueue } from '../../base/api/queue.ts'

/** Each change is answered with all of the people. */
export const enqueue = createQueue()
