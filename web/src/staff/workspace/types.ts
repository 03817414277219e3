import type { PayloadOf } from '@portico/contract/call'
import type {
  searchThreads,
  workspaceQueues,
  workspaceThread,
  workspaceThreads,
} from '@portico/contract/calls/workspace'

export type Queues = PayloadOf<typeof workspaceQueues>
export type WorkLine = PayloadOf<typeof workspaceThreads>['threads'][number]
export type FoundLine = PayloadOf<typeof searchThreads>['threads'][number]
export type OpenedThread = PayloadOf<typeof workspaceThread>
