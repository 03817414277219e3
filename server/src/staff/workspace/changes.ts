import {
  addThreadNote,
  assignThread,
  assignThreads,
  replyToThread,
  setThreadState,
  transferThread,
} from '@portico/contract/calls/workspace'
import type { Binder } from '../../platform/http/bind.ts'
import { assignWork, setState } from './assign.ts'
import { assignSeveral } from './assign-several.ts'
import type { ChangeParts } from './change-parts.ts'
import { addNote } from './note.ts'
import { sendReply } from './reply.ts'
import { transfer } from './transfer.ts'

/** The changes that staff make to a conversation. All throw NOT-FOUND for another brand's, and THREAD-CHANGED for an old version. */
export function bindChanges(binder: Binder, parts: ChangeParts): void {
  binder.bind(assignThread, assignWork)
  binder.bind(assignThreads, assignSeveral)
  binder.bind(setThreadState, setState(parts))
  binder.bind(transferThread, transfer(parts))
  binder.bind(replyToThread, sendReply(parts))
  binder.bind(addThreadNote, addNote)
}
