import { createQueue } from '../../base/api/queue.ts'

/** Each change is answered with the whole profile. */
export const enqueue = createQueue()
