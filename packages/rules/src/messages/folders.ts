/** Folders of messages (MC-2); the drafts folder holds drafts, which are no messages yet. */
export const messageFolders = ['inbox', 'sent', 'deleted'] as const

export type MessageFolder = (typeof messageFolders)[number]

/** How long a deleted message can be restored, in days. */
const restorableDays = 30

const dayMs = 24 * 60 * 60 * 1000

/** Until when a message deleted at a moment can be restored. */
export function restorableUntil(deletedAt: Date): Date {
  return new Date(deletedAt.getTime() + restorableDays * dayMs)
}

/** Messages deleted before this moment are restorable no more, and leave the member's mailbox for good. */
export function purgeBefore(now: Date): Date {
  return new Date(now.getTime() - restorableDays * dayMs)
}
