import { createQueue } from '../../base/api/queue.ts'

/** Each change is answered with the whole list of people. */
export const enqueue = createQueue()
